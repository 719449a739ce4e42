// A stencil that walks up columns; its four coefficients are in memory.
#include "../kernels/measure.h"

__global__ void column_stencil(const float* c, const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int z = 0; z < 128; z++) {
    int at = (z & 15) * 135680 + x;
    out[at] = c[0] * in[at] + c[1] * (in[at - 1] + in[at + 1]) + c[2] * (in[at + 135680]) + c[3];
  }
}

__global__ void column_stencil_restrict(const float* __restrict__ c, const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int z = 0; z < 128; z++) {
    int at = (z & 15) * 135680 + x;
    out[at] = c[0] * in[at] + c[1] * (in[at - 1] + in[at + 1]) + c[2] * (in[at + 135680]) + c[3];
  }
}

__global__ void column_stencil_all(const float* __restrict__ c, const float* __restrict__ in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int z = 0; z < 128; z++) {
    int at = (z & 15) * 135680 + x;
    out[at] = c[0] * in[at] + c[1] * (in[at - 1] + in[at + 1]) + c[2] * (in[at + 135680]) + c[3];
  }
}

int main() {
  const int plane = 135680;
  float* c = device_random<float>(4, 0, 1);
  float* in = device_random<float>(18 * plane, -1, 1);
  float* out = device_zeros<float>(16 * plane);
  Comparison runs("column_stencil", out, 16 * plane * sizeof(float));
  for (runs.begin("before"); runs.next();) column_stencil<<<528, 256>>>(c, in, out);
  for (runs.begin("restrict"); runs.next();) column_stencil_restrict<<<528, 256>>>(c, in, out);
  for (runs.begin("all"); runs.next();) column_stencil_all<<<528, 256>>>(c, in, out);
  return runs.end();
}
