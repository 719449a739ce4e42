// Six coefficients read in each step of a recurrence, beside the store of its value.
#include "../kernels/measure.h"

__global__ void series_terms(const float* c, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i * 1e-6f;
  for (int k = 0; k < 128; k++) {
    float y = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))));
    out[(k & 15) * 135168 + i] = y;
    x = y * 0.25f;
  }
}

__global__ void series_terms_restrict(const float* __restrict__ c, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i * 1e-6f;
  for (int k = 0; k < 128; k++) {
    float y = c[0] + x * (c[1] + x * (c[2] + x * (c[3] + x * (c[4] + x * c[5]))));
    out[(k & 15) * 135168 + i] = y;
    x = y * 0.25f;
  }
}

int main() {
  const int count = 135168;
  float* c = device_random<float>(6, 0, 1);
  float* out = device_zeros<float>(16 * count);
  Comparison runs("series_terms", out, 16 * count * sizeof(float));
  for (runs.begin("before"); runs.next();) series_terms<<<528, 256>>>(c, out);
  for (runs.begin("restrict"); runs.next();) series_terms_restrict<<<528, 256>>>(c, out);
  return runs.end();
}
