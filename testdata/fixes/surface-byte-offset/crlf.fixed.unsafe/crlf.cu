#include <cuda_runtime.h>

__global__ void k(cudaSurfaceObject_t image, float v)
{
	surf2Dwrite(v, image, threadIdx.x * sizeof(float),
	            blockIdx.x);
}