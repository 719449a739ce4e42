// Textures that do more than a load, or of which not everything is seen.
#include <cuda_runtime.h>

// Outside of the memory, tex1Dfetch returns 0.
__global__ void stencil(cudaTextureObject_t in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1Dfetch<float>(in, i - 1) + tex1Dfetch<float>(in, i + 1);
}
__global__ void window(cudaTextureObject_t in, float *out, int r)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 2 * r; k++)
        out[i] += tex1Dfetch<float>(in, i + k - r);
}
__global__ void bytes(cudaTextureObject_t in, float *out) { out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x); }
__global__ void image(cudaTextureObject_t in, float *out) { out[threadIdx.x] = tex2D<float>(in, threadIdx.x, blockIdx.x); }
__global__ void both(cudaTextureObject_t in, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x) + tex1D<float>(in, 0.5f);
}
__global__ void in_place(cudaTextureObject_t in, float *out) { out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x); }
__global__ void unseen(cudaTextureObject_t in, float *out) { out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x); }
__global__ void not_launched(cudaTextureObject_t in, float *out) { out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x); }

void run(float *x, unsigned char *b, cudaArray_t a, float *y, int n, cudaTextureObject_t other)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = x;
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    stencil<<<n / 256, 256>>>(tex, y);
    window<<<n / 256, 256>>>(tex, y, 3);
    both<<<n / 256, 256>>>(tex, y);
    in_place<<<n / 256, 256>>>(tex, x);

    // Bytes that the texture converts to floats from 0 to 1.
    cudaResourceDesc of_bytes = {};
    of_bytes.resType = cudaResourceTypeLinear;
    of_bytes.res.linear.devPtr = b;
    cudaTextureDesc normal = {};
    normal.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t converted;
    cudaCreateTextureObject(&converted, &of_bytes, &normal, NULL);
    bytes<<<n / 256, 256>>>(converted, y);

    cudaResourceDesc array = {};
    array.resType = cudaResourceTypeArray;
    array.res.array.array = a;
    cudaTextureObject_t picture;
    cudaCreateTextureObject(&picture, &array, &desc, NULL);
    image<<<n / 256, 256>>>(picture, y);

    unseen<<<n / 256, 256>>>(other, y);
}
