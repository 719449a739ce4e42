// The direction, its place, and how much is copied.
#include <cuda_runtime.h>

__constant__ float table[64];
__device__ float result[64];

__global__ void sum() { result[threadIdx.x] += table[threadIdx.x]; }

void directions(float *h, cudaStream_t stream)
{
    float local[64] = {1, 2, 3};
    cudaMemcpyToSymbol(table, h, sizeof(table), cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbol(h, result, sizeof(result), cudaMemcpyDeviceToHost);
    cudaMemcpyToSymbol(table, local, sizeof(table), 0, cudaMemcpyHostToHost);
    cudaMemcpyFromSymbol(local, result, sizeof(local), 0, cudaMemcpyDeviceToDevice);
    // The function says one thing, the direction another.
    cudaMemcpyToSymbol(table, h, sizeof(table), 0, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbolAsync(h, result, sizeof(result), 0, cudaMemcpyKind::cudaMemcpyHostToDevice, stream);
}

void counts(float *h)
{
    cudaMemcpyToSymbol(table, h, 64 * sizeof(double));
    cudaMemcpyToSymbol(table, h, 64, 0, cudaMemcpyHostToDevice);
    cudaMemcpyFromSymbol(h, result, sizeof(h));
}
