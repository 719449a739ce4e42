// A 1D layered texture of int4, clamped, in a struct's member function.
#include <cstdio>
#include <cuda_runtime.h>

#define WIDTH 20
#define LAYERS 6

texture<int4, cudaTextureType1DLayered, cudaReadModeElementType> tables;

struct Lookup {
    int layer;
    __device__ int sum(float x) const {
        int4 v = tex1DLayered(tables, x, layer);
        return v.x + 2 * v.y + 3 * v.z + 4 * v.w;
    }
};

__global__ void lookup(int *out) {
    Lookup l;
    l.layer = blockIdx.x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = l.sum((int)threadIdx.x - 5 + 0.5f);
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
    tables.addressMode[0] = cudaAddressModeClamp;
    tables.filterMode = cudaFilterModePoint;
    cudaBindTextureToArray(tables, a);
    int *dev;
    cudaMalloc(&dev, sizeof(out));
    lookup<<<LAYERS, WIDTH + 10>>>(dev);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int l = 0; l < LAYERS; l++)
        for (int i = 0; i < WIDTH + 10; i++) {
            int k = i - 5 < 0 ? 0 : i - 5 >= WIDTH ? WIDTH - 1 : i - 5;
            int4 v = in[l][k];
            if (out[l][i] != v.x + 2 * v.y + 3 * v.z + 4 * v.w) bad++;
        }
    cudaUnbindTexture(tables);
    cudaFreeArray(a);
    cudaFree(dev);
    if (bad) printf("FAIL %d of %d\n", bad, LAYERS * (WIDTH + 10));
    else printf("OK\n");
    return bad != 0;
}
