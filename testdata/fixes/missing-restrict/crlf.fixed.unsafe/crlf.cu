#include <cuda_runtime.h>

__global__ void k(const float *__restrict__ in,
                  const float *__restrict__ more,
                  float *out)
{
	out[threadIdx.x] = in[threadIdx.x] + more[threadIdx.x];
}