#include <cuda_runtime.h>

__global__ void k(const float *in,
                  float *more,
                  float *out)
{
	out[threadIdx.x] = in[threadIdx.x] + more[threadIdx.x];
}