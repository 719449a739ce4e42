// A series in a function of its own, with a pointer to the table.
#include "../../kernels/measure.h"

__device__ float horner(const float* c, float x, int count) {
  float sum = 0;
  for (int i = 0; i < count; i++) sum = sum * x + c[i];
  return sum;
}

__constant__ float series[256];
__device__ float series_global[256];

__global__ void call_polynomial(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = horner(series, in[x], count);
}

__global__ void call_polynomial_device(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  out[x] = horner(series_global, in[x], count);
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> series_h = host_random<float>(256, -1, 1);
  cudaMemcpyToSymbol(series, series_h.data(), sizeof(series));
  cudaMemcpyToSymbol(series_global, series_h.data(), sizeof(series_global));

  Comparison runs("call_polynomial", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) call_polynomial<<<n / 256, 256>>>(in, out, 256);
  for (runs.begin("device"); runs.next();) call_polynomial_device<<<n / 256, 256>>>(in, out, 256);
  return runs.end();
}
