// The loop around the table ends for each thread by itself.
#include "../../kernels/measure.h"

__constant__ float taps[256];
__device__ float taps_global[256];

__global__ void grid_stride(const float* in, float* out, int n, int count) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < n; x += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int t = 0; t < count; t++) sum += taps[t] * in[x + t];
    out[x] = sum;
  }
}

__global__ void grid_stride_device(const float* in, float* out, int n, int count) {
  for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < n; x += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int t = 0; t < count; t++) sum += taps_global[t] * in[x + t];
    out[x] = sum;
  }
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> taps_h = host_random<float>(256, -1, 1);
  cudaMemcpyToSymbol(taps, taps_h.data(), sizeof(taps));
  cudaMemcpyToSymbol(taps_global, taps_h.data(), sizeof(taps_global));

  Comparison runs("grid_stride", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) grid_stride<<<1056, 256>>>(in, out, n, 256);
  for (runs.begin("device"); runs.next();) grid_stride_device<<<1056, 256>>>(in, out, n, 256);
  return runs.end();
}
