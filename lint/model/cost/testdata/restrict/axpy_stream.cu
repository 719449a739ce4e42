// y = a x + y over far more than the caches hold: DRAM takes the time, whatever is read again.
#include "../kernels/measure.h"

__global__ void axpy_stream(const float* a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a[0] * x[i] + y[i];
}

__global__ void axpy_stream_restrict(const float* __restrict__ a, const float* x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a[0] * x[i] + y[i];
}

__global__ void axpy_stream_all(const float* __restrict__ a, const float* __restrict__ x, float* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a[0] * x[i] + y[i];
}

int main() {
  const int count = 1 << 26;
  float* a = device_random<float>(1, 0, 1);
  float* x = device_random<float>(count, -1, 1);
  float* y = device_zeros<float>(count);
  Comparison runs("axpy_stream", y, count * sizeof(float));
  for (runs.begin("before"); runs.next();) axpy_stream<<<1056, 256>>>(a, x, y, count);
  for (runs.begin("restrict"); runs.next();) axpy_stream_restrict<<<1056, 256>>>(a, x, y, count);
  for (runs.begin("all"); runs.next();) axpy_stream_all<<<1056, 256>>>(a, x, y, count);
  return runs.end();
}
