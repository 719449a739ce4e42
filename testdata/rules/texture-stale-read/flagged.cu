// Kernels that read through a texture what they write.
#include <cuda_runtime.h>
#include <cstring>

__global__ void smooth(cudaTextureObject_t in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0.5f * (tex1Dfetch<float>(in, i) + tex1Dfetch<float>(in, i + 1)); // want `proven: tex1Dfetch<float>\(in, i \+ 1\) reads what kernel smooth writes through out in the launch at .*flagged.cu:[0-9]+: a texture is read through a cache, which does not see writes of the running kernel`
}
__global__ void after(cudaTextureObject_t in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 1;
    __syncthreads();
    out[i] += tex1Dfetch<float>(in, i); // want `proven: tex1Dfetch<float>\(in, i\) reads what kernel after writes`
}
__device__ float gather(cudaTextureObject_t t, const int *index) { return tex1Dfetch<float>(t, index[threadIdx.x]); } // want `likely: tex1Dfetch<float>\(t, index\[threadIdx.x\]\) reads what kernel gathered writes`
__global__ void gathered(cudaTextureObject_t in, float *x, const int *index)
{
    x[threadIdx.x] -= gather(in, index);
}
void linear(int n, const int *index)
{
    float *data;
    cudaMalloc(&data, n * sizeof(float));
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = data;
    res.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    smooth<<<n / 256, 256>>>(tex, data);
    after<<<n / 256, 256>>>(tex, data);
    gathered<<<1, 256>>>(tex, data, index);
    cudaDestroyTextureObject(tex);
}

// An array, as a texture and as a surface.
__global__ void blur(cudaTextureObject_t in, cudaSurfaceObject_t out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float v = tex2D<float>(in, x + 0.5f, y + 0.5f);
    v += tex2D<float>(in, x + 0.5f, y + 1.5f); // want `proven: tex2D<float>\(in, x \+ 0.5f, y \+ 1.5f\) reads what kernel blur writes through out`
    surf2Dwrite(v, out, x * sizeof(float), y);
}
__global__ void turn(cudaTextureObject_t in, cudaSurfaceObject_t out, float s, float c)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float v = tex2D<float>(in, x * c - y * s, x * s + y * c); // want `likely: tex2D<float>\(in, x \* c - y \* s, x \* s \+ y \* c\) reads what kernel turn writes`
    surf2Dwrite(v, out, x * 4, y);
}
void array(cudaArray_t image)
{
    cudaResourceDesc res;
    memset(&res, 0, sizeof(res));
    res.resType = cudaResourceTypeArray;
    res.res.array.array = image;
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    blur<<<dim3(8, 8), dim3(16, 16)>>>(tex, surf);
    turn<<<dim3(8, 8), dim3(16, 16)>>>(tex, surf, 0.6f, 0.8f);
}

// A surface that is read and written.
__global__ void surface(cudaSurfaceObject_t s)
{
    int x = threadIdx.x, y = blockIdx.x;
    float v = surf2Dread<float>(s, (x + 1) * 4, y); // want `proven: surf2Dread<float>\(s, \(x \+ 1\) \* 4, y\) reads what kernel surface writes through s .*: surface reads go through the texture cache`
    surf2Dwrite(v, s, x * 4, y);
}
void shift(cudaSurfaceObject_t s) { surface<<<8, 32>>>(s); }

// Members.
__global__ void step(cudaTextureObject_t in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tex1Dfetch<float>(in, i - 1); // want `proven: tex1Dfetch<float>\(in, i - 1\) reads what kernel step writes`
}
class Solver {
    cudaTextureObject_t tex;
    float *data;
    Solver(int n)
    {
        cudaMalloc(&data, n);
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeLinear;
        res.res.linear.devPtr = data;
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex, &res, &desc, NULL);
    }
    void solve() { step<<<8, 32>>>(tex, data); }
};
