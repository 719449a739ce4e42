// Integer coordinates where the filter is linear.
#include <cuda_runtime.h>
#include <cstring>

__global__ void copy(float *out, cudaTextureObject_t tex, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * w + x] = tex2D<float>(tex, x, y); // want `proven: tex2D reads at the corner of a texel and averages it with its neighbours: the filter is linear, and x, y are integers, where texel centres are at \+ 0\.5`
}
__global__ void as_float(float *out, cudaTextureObject_t tex, int w)
{
    int x = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    float u = x, v = (float)(blockIdx.y);
    out[x] = tex2D<float>(tex, u - 1.0f, v + 0.5f); // want `and u - 1.0f is an integer`
}
__device__ float fetch(cudaTextureObject_t t, int i) { return tex1D<float>(t, float(i)); } // want `tex1D reads at the corner of a texel`
__global__ void by_function(float *out, cudaTextureObject_t line) { out[threadIdx.x] = fetch(line, threadIdx.x); }
// Several rows for each thread.
__global__ void rows(float *out, cudaTextureObject_t tex, int each)
{
    int first = blockIdx.y * (each * blockDim.y) + threadIdx.y * each;
    for (int p = 0; p < each; p++) {
        int y = first + p;
        out[y] = tex2D<float>(tex, (float)threadIdx.x, (float)y); // want `tex2D reads at the corner`
    }
}

void run(cudaArray_t image, cudaArray_t row, float *out, int w)
{
    cudaResourceDesc res;
    memset(&res, 0, sizeof(res));
    res.resType = cudaResourceTypeArray;
    res.res.array.array = image;
    cudaTextureDesc desc = {};
    desc.addressMode[0] = cudaAddressModeClamp;
    desc.filterMode = cudaFilterModeLinear;
    desc.readMode = cudaReadModeElementType;
    desc.normalizedCoords = false;
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    copy<<<dim3(8, 8), dim3(16, 16)>>>(out, tex, w);
    as_float<<<8, 32>>>(out, tex, w);
    rows<<<8, 32>>>(out, tex, w);
    res.res.array.array = row;
    cudaTextureObject_t line;
    cudaCreateTextureObject(&line, &res, &desc, NULL);
    by_function<<<1, 32>>>(out, line);
    cudaDestroyTextureObject(tex);
    cudaDestroyTextureObject(line);
}

// A handle at file scope, made by another function; checked calls.
#define CHECK(x) check((x), #x)
void check(cudaError_t, const char *);
cudaTextureObject_t volume;
__global__ void slice(float *out, cudaTextureObject_t t)
{
    for (int z = 0; z < 4; z++)
        out[threadIdx.x] += tex3D<float>(t, threadIdx.x, blockIdx.x, z); // want `tex3D reads at the corner`
}
void init(cudaArray_t data)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = data;
    cudaTextureDesc desc;
    memset(&desc, 0, sizeof(cudaTextureDesc));
    desc.filterMode = cudaFilterModeLinear;
    CHECK(cudaCreateTextureObject(&volume, &res, &desc, NULL));
}
void render(float *out) { slice<<<4, 32>>>(out, volume); }
