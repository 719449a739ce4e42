// What stands in the symbol's place: strings, addresses, elements.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Params {
	float scale;
	int steps;
};

__constant__ float lut[256];
__constant__ float weight[4][8];
__constant__ Params params;
__device__ int counter;
namespace filter {
__constant__ float taps[9];
}

#define CHECK(call)                                                    \
	do {                                                               \
		cudaError_t status = (call);                                   \
		if (status != cudaSuccess) {                                   \
			fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status)); \
			exit(1);                                                   \
		}                                                              \
	} while (0)

__global__ void apply(float *data)
{
	data[threadIdx.x] = lut[threadIdx.x] * weight[1][2] * params.scale * filter::taps[0] + counter;
}

void upload(const float *h, const Params &p, int row, size_t bytes)
{
	// Safe: the call fails as it is, and what it then copies is there.
	cudaMemcpyToSymbol(lut, h, sizeof(lut));
	CHECK(cudaMemcpyToSymbol(lut, h, 256 * sizeof(float)));
	CHECK(cudaMemcpyToSymbol(params, &p, sizeof(Params)));
	cudaMemcpyToSymbol(filter::taps, h, 9 * sizeof(float));
	cudaMemcpyToSymbol(lut, h, sizeof(float), 3 * sizeof(lut[0]));
	cudaMemcpyToSymbol(lut, h, 64 * sizeof(float), 64 * sizeof(lut[0]), cudaMemcpyHostToDevice);
	cudaMemcpyToSymbol(weight, h, 8 * sizeof(float), 2 * sizeof(weight[0]));
	int n;
	cudaMemcpyFromSymbol(&n, counter, sizeof n);
	void *address;
	cudaGetSymbolAddress(&address, lut);

	// Unsafe: how much is copied is not known.
	cudaMemcpyToSymbol(lut, h, bytes);
	cudaMemcpyToSymbol(weight, h, 8 * sizeof(float), row * sizeof(weight[0]));
	cudaMemcpyToSymbol(lut, h, bytes, (row + 1) * sizeof(lut[0]));
}
