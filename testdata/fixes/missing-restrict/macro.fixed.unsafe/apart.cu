#include "common.cuh"
#include "apart.cuh"

__global__ void residual(const float *RESTRICT x, float *r) { r[threadIdx.x] -= x[threadIdx.x]; }
