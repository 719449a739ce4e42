// A 1D layered texture of int4, clamped, in a struct's member function.
#include <cstdio>
#include <cuda_runtime.h>

#define WIDTH 20
#define LAYERS 6

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    if (texture == 0)
        return cudaSuccess;
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroyTextureObject(texture);
    texture = 0;
    return status;
}

static inline cudaError_t recreateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
    cudaError_t status = unbindTexture(texture);
    if (status == cudaSuccess)
        status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return status;
}

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t tables = 0;
static cudaTextureDesc tables_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

struct Lookup {
    int layer;
    __device__ int sum(float x, cudaTextureObject_t tables) const {
        int4 v = tex1DLayered<int4>(tables, x, layer);
        return v.x + 2 * v.y + 3 * v.z + 4 * v.w;
    }
};

__global__ void lookup(int *out, cudaTextureObject_t tables) {
    Lookup l;
    l.layer = blockIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = l.sum((int)threadIdx.x - 5 + 0.5f, tables);
}

int main() {
    static int4 in[LAYERS][WIDTH];
    static int out[LAYERS][WIDTH + 10];
    for (int i = 0; i < LAYERS * WIDTH; i++) in[i / WIDTH][i % WIDTH] = make_int4(i, i * i, -i, 7);
    cudaChannelFormatDesc d = cudaCreateChannelDesc<int4>();
    cudaArray_t a;
    cudaMalloc3DArray(&a, &d, make_cudaExtent(WIDTH, 0, LAYERS), cudaArrayLayered);
    cudaMemcpy3DParms p = {0};
    p.srcPtr = make_cudaPitchedPtr(in, sizeof(in[0]), WIDTH, 1);
    p.dstArray = a;
    p.extent = make_cudaExtent(WIDTH, 1, LAYERS);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
    tables_desc.addressMode[0] = cudaAddressModeClamp;
    tables_desc.filterMode = cudaFilterModePoint;
    bindTextureToArray(tables, tables_desc, a);
    int *dev;
    cudaMalloc(&dev, sizeof(out));
    lookup<<<LAYERS, WIDTH + 10>>>(dev, tables);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int l = 0; l < LAYERS; l++)
        for (int i = 0; i < WIDTH + 10; i++) {
            int k = i - 5 < 0 ? 0 : i - 5 >= WIDTH ? WIDTH - 1 : i - 5;
            int4 v = in[l][k];
            if (out[l][i] != v.x + 2 * v.y + 3 * v.z + 4 * v.w) bad++;
        }
    unbindTexture(tables);
    cudaFreeArray(a);
    cudaFree(dev);
    if (bad) printf("FAIL %d of %d\n", bad, LAYERS * (WIDTH + 10));
    else printf("OK\n");
    return bad != 0;
}
