// A ramp times one factor in memory, in a grid-stride loop: the factor is read after every store.
#include "../kernels/measure.h"

__global__ void scaled_ramp(const float* factor, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) 
    out[i & 1048575] = factor[0] * (float)(i & 1048575);
}

__global__ void scaled_ramp_restrict(const float* __restrict__ factor, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) 
    out[i & 1048575] = factor[0] * (float)(i & 1048575);
}

int main() {
  const int count = 1 << 20;
  float* factor = device_random<float>(1, 1, 2);
  float* out = device_zeros<float>(count);
  Comparison runs("scaled_ramp", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) scaled_ramp<<<528, 256>>>(factor, out, 32 * count);
  for (runs.begin("restrict"); runs.next();) scaled_ramp_restrict<<<528, 256>>>(factor, out, 32 * count);
  return runs.end();
}
