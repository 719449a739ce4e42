#include "tables.cuh"

__global__ void b(float *out) { out[threadIdx.x] = read(0) + same(1); }

void run_b(float *out) { b<<<1024, 256>>>(out); }
