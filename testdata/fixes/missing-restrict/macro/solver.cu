#include "solver.cuh"

__global__ void solve(const float *matrix, const float *RESTRICT diagonal, float *x, float *r)
{
    r[threadIdx.x] = matrix[threadIdx.x] * x[threadIdx.x] / diagonal[threadIdx.x];
}
