// Direction numbers of a sequence by the bits of an index.
#include "../../kernels/measure.h"

__constant__ unsigned direction[8][32];
__device__ unsigned direction_global[8][32];

__global__ void sobol(float* out, int dimensions) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int d = 0; d < dimensions; d++) {
    unsigned x = 0, bits = i;
    for (int b = 0; b < 31; b++, bits >>= 1)
      if (bits & 1) x ^= direction[d][b];
    sum += x * (1.0f / 4294967296.0f);
  }
  out[i] = sum;
}

__global__ void sobol_device(float* out, int dimensions) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int d = 0; d < dimensions; d++) {
    unsigned x = 0, bits = i;
    for (int b = 0; b < 31; b++, bits >>= 1)
      if (bits & 1) x ^= direction_global[d][b];
    sum += x * (1.0f / 4294967296.0f);
  }
  out[i] = sum;
}

int main() {
  const int n = 1 << 20;
  float* out = device_zeros<float>(n);
  std::vector<unsigned> direction_h = host_random<unsigned>(256, 0, 4294967295.0);
  cudaMemcpyToSymbol(direction, direction_h.data(), sizeof(direction));
  cudaMemcpyToSymbol(direction_global, direction_h.data(), sizeof(direction_global));

  Comparison runs("sobol", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) sobol<<<n / 256, 256>>>(out, 8);
  for (runs.begin("device"); runs.next();) sobol_device<<<n / 256, 256>>>(out, 8);
  return runs.end();
}
