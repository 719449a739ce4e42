#include "tables.cuh"

namespace tables {
__device__ float window[TABLE];
}
__device__ int tables::order[TABLE];

__device__ float weigh(float x)
{
    return x * tables::window[threadIdx.x];
}

void fill(const float *values, const int *places)
{
    cudaMemcpyToSymbol(tables::window, values, sizeof(tables::window));
    cudaMemcpyToSymbol(tables::order, places, sizeof(tables::order), 0, cudaMemcpyHostToDevice);
}
