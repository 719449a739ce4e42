#include "tables.cuh"

namespace tables {
__constant__ float window[TABLE];
}
__constant__ int tables::order[TABLE];

__device__ float weigh(float x)
{
    return x * tables::window[threadIdx.x];
}

void fill(const float *values, const int *places)
{
    cudaMemcpyToSymbol(tables::window, values, sizeof(tables::window));
    cudaMemcpyToSymbol(tables::order, places, sizeof(tables::order), 0, cudaMemcpyHostToDevice);
}
