#include "tables.cuh"
__global__ void two(float *out) { out[threadIdx.x] = weights[0]; }
