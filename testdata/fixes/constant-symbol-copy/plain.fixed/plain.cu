// cudaMemcpy to and from the host's variable of the same name.
#include <cuda_runtime.h>

__constant__ float table[64];
__constant__ int count;
__device__ float result[64];

__global__ void sum() { result[threadIdx.x] += table[threadIdx.x] * count; }

void copies(const float *h, float *back, int n, cudaStream_t stream)
{
	cudaMemcpyToSymbol(table, h, sizeof(table), 0, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(count, &n, sizeof(int), 0, cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(table, h, 16 * sizeof(float), 16 * sizeof(table[0]), cudaMemcpyHostToDevice);
	if (cudaMemcpyFromSymbol(back, result, sizeof(result), 0, cudaMemcpyDeviceToHost) != cudaSuccess)
		return;
	cudaMemcpyAsync(&result[n], h, sizeof(float), cudaMemcpyHostToDevice, stream);
	cudaMemcpy(result, h, n * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(back, result, sizeof(result), cudaMemcpyDefault);
	cudaMemcpy(result, back, sizeof(result), cudaMemcpyDeviceToHost); // which of the two is wrong is not known
	cudaMemcpy(result, table, sizeof(result), cudaMemcpyDeviceToDevice);
	cudaMemcpy(&count, &n, sizeof(int), cudaMemcpyHostToHost);
}
