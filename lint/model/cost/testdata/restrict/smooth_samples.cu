// A filter of eight taps for 128 samples a thread: the loop over the taps is unrolled, the taps are read for each sample.
#include "../kernels/measure.h"

__global__ void smooth_samples(const float* taps, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 128; k++) {
    float sum = 0;
    for (int t = 0; t < 8; t++) sum += taps[t] * in[(k & 15) * 135168 + i + t];
    out[(k & 15) * 135168 + i] = sum;
  }
}

__global__ void smooth_samples_restrict(const float* __restrict__ taps, const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 128; k++) {
    float sum = 0;
    for (int t = 0; t < 8; t++) sum += taps[t] * in[(k & 15) * 135168 + i + t];
    out[(k & 15) * 135168 + i] = sum;
  }
}

__global__ void smooth_samples_all(const float* __restrict__ taps, const float* __restrict__ in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 128; k++) {
    float sum = 0;
    for (int t = 0; t < 8; t++) sum += taps[t] * in[(k & 15) * 135168 + i + t];
    out[(k & 15) * 135168 + i] = sum;
  }
}

int main() {
  const int count = 135168;
  float* taps = device_random<float>(8, 0, 1);
  float* in = device_random<float>(16 * count + 8, -1, 1);
  float* out = device_zeros<float>(16 * count);
  Comparison runs("smooth_samples", out, 16 * count * sizeof(float));
  for (runs.begin("before"); runs.next();) smooth_samples<<<528, 256>>>(taps, in, out);
  for (runs.begin("restrict"); runs.next();) smooth_samples_restrict<<<528, 256>>>(taps, in, out);
  for (runs.begin("all"); runs.next();) smooth_samples_all<<<528, 256>>>(taps, in, out);
  return runs.end();
}
