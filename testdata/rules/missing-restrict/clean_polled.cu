// Kernels that wait until something else writes what they read.
#include <cuda_runtime.h>

__global__ void waits(const int *flag, float *out)
{
    while (flag[0] == 0)
        __threadfence_system();
    out[threadIdx.x] = 1;
}

__global__ void waits_for_value(const int *stage, float *out, int n)
{
    do {
        __nanosleep(100);
    } while (*stage < n);
    out[threadIdx.x] = 1;
}
