// The direction, its place, and how much is copied.
#include <cuda_runtime.h>

__constant__ float table[64];
__device__ float result[64];

__global__ void sum() { result[threadIdx.x] += table[threadIdx.x]; }

void directions(float *h, cudaStream_t stream)
{
    float local[64] = {1, 2, 3};
    cudaMemcpyToSymbol(table, h, sizeof(table), 0, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbol(h, result, sizeof(result), 0, cudaMemcpyDeviceToHost);
    cudaMemcpyToSymbol(table, local, sizeof(table), 0, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbol(local, result, sizeof(local), 0, cudaMemcpyDeviceToHost);
    // The function says one thing, the direction another.
    cudaMemcpyToSymbol(table, h, sizeof(table), 0, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbolAsync(h, result, sizeof(result), 0, cudaMemcpyKind::cudaMemcpyDeviceToHost, stream);
}

void counts(float *h)
{
    cudaMemcpyToSymbol(table, h, sizeof(table));
    cudaMemcpyToSymbol(table, h, sizeof(table), 0, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbol(h, result, sizeof(result));
}
