// A sum kept in memory: each step reads the weight of the row again, as the store before may have changed it.
#include "../kernels/measure.h"

__global__ void row_update(const float* in, const float* w, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.x & 15;
  for (int j = 0; j < 256; j++) out[i] += in[j] * w[k];
}

__global__ void row_update_restrict(const float* in, const float* __restrict__ w, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.x & 15;
  for (int j = 0; j < 256; j++) out[i] += in[j] * w[k];
}

__global__ void row_update_all(const float* __restrict__ in, const float* __restrict__ w, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = blockIdx.x & 15;
  for (int j = 0; j < 256; j++) out[i] += in[j] * w[k];
}

int main() {
  const int count = 1056 * 256;
  float* in = device_random<float>(256, -1, 1);
  float* w = device_random<float>(16, 0, 1);
  float* out = device_zeros<float>(count);
  Comparison runs("row_update", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) row_update<<<1056, 256>>>(in, w, out);
  for (runs.begin("restrict"); runs.next();) row_update_restrict<<<1056, 256>>>(in, w, out);
  for (runs.begin("all"); runs.next();) row_update_all<<<1056, 256>>>(in, w, out);
  return runs.end();
}
