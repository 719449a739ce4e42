// A filter of as many taps as the caller says: 64.
#include "../../kernels/measure.h"

__constant__ float taps[64];
__device__ float taps_global[64];

__global__ void fir_64(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < count; t++) sum += taps[t] * in[x + t];
  out[x] = sum;
}

__global__ void fir_64_device(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < count; t++) sum += taps_global[t] * in[x + t];
  out[x] = sum;
}

__global__ void fir_64_unrolled(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll
  for (int t = 0; t < 64; t++) sum += taps[t] * in[x + t];
  out[x] = sum;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> taps_h = host_random<float>(64, -1, 1);
  cudaMemcpyToSymbol(taps, taps_h.data(), sizeof(taps));
  cudaMemcpyToSymbol(taps_global, taps_h.data(), sizeof(taps_global));

  Comparison runs("fir_64", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) fir_64<<<n / 256, 256>>>(in, out, 64);
  for (runs.begin("device"); runs.next();) fir_64_device<<<n / 256, 256>>>(in, out, 64);
  for (runs.begin("unrolled"); runs.next();) fir_64_unrolled<<<n / 256, 256>>>(in, out, 64);
  return runs.end();
}
