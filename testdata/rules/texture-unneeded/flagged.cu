// Textures of linear memory that are only indexed.
#include <cuda_runtime.h>
#include <cstring>

__global__ void spmv(const int *row, const int *column, const float *value, cudaTextureObject_t x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int j = row[i]; j < row[i + 1]; j++)
        sum += value[j] * tex1Dfetch<float>(x, column[j]); // want `likely: texture x of kernel spmv is linear memory that is only indexed: a load through const float\* __restrict__ reads the same data through the same cache`
    y[i] = sum;
}
template <typename T> __device__ T at(cudaTextureObject_t t, int i) { return tex1Dfetch<T>(t, i); } // want `texture in of kernel copy is linear memory`
__global__ void copy(cudaTextureObject_t in, float4 *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = at<float4>(in, i);
}
void run(const int *row, const int *column, const float *value, float *x, float *y, float4 *z, int n)
{
    cudaResourceDesc res;
    memset(&res, 0, sizeof(res));
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = x;
    res.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc desc;
    memset(&desc, 0, sizeof(desc));
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    spmv<<<n / 256, 256>>>(row, column, value, tex, y, n);
    copy<<<n / 1024, 256>>>(tex, z);
    cudaDestroyTextureObject(tex);
}
