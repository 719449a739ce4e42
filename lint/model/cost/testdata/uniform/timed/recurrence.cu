// Two coefficients a step, both in one instruction.
#include "../../kernels/measure.h"

__constant__ float2 step[512];
__device__ float2 step_global[512];

__global__ void recurrence(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float s = in[x];
  for (int i = 0; i < count; i++) s = s * step[i].x + step[i].y;
  out[x] = s;
}

__global__ void recurrence_device(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float s = in[x];
  for (int i = 0; i < count; i++) s = s * step_global[i].x + step_global[i].y;
  out[x] = s;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> raw = host_random<float>(1024, -1, 1);
  cudaMemcpyToSymbol(step, raw.data(), sizeof(step));
  cudaMemcpyToSymbol(step_global, raw.data(), sizeof(step_global));

  Comparison runs("recurrence", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) recurrence<<<n / 256, 256>>>(in, out, 512);
  for (runs.begin("device"); runs.next();) recurrence_device<<<n / 256, 256>>>(in, out, 512);
  return runs.end();
}
