#include "solver.cuh"

__global__ void solve(const float *RESTRICT matrix, const float *RESTRICT diagonal, const float *RESTRICT x, float *r)
{
    r[threadIdx.x] = matrix[threadIdx.x] * x[threadIdx.x] / diagonal[threadIdx.x];
}
