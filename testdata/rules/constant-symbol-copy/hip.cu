// HIP gives the names of CUDA another meaning.
#include "hip/hip_runtime.h"
#define cudaMemcpyToSymbol hipMemcpyToSymbol

__constant__ float table[64];

void upload(const float *h) {
    hipMemcpyToSymbol(HIP_SYMBOL(table), h, sizeof(table));
    hipMemcpyToSymbol("table", h, 1024);
    cudaMemcpyToSymbol(&table, h, 1024);
}
