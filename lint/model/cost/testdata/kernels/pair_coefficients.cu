// Two half-warps advance two oscillators through a program of 7680 rotations (60 KB): every step reads two addresses,
// none of them again soon, while each lane streams its own signal through L1.
#include "measure.h"

__constant__ float rotation[2 * 7680];
__device__ float rotation_global[2 * 7680];

__global__ void pair_coefficients(const float* signal, float* out, int steps, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int half = threadIdx.x / 16 & 1;
  float a = 0;
  for (int k = 0; k < steps; k++) a = a * 0.5f + signal[(k & 15) * pitch + i] * rotation[half * 7680 + k * 15];
  out[i] = a;
}

__global__ void pair_coefficients_device(const float* signal, float* out, int steps, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int half = threadIdx.x / 16 & 1;
  float a = 0;
  for (int k = 0; k < steps; k++) a = a * 0.5f + signal[(k & 15) * pitch + i] * rotation_global[half * 7680 + k * 15];
  out[i] = a;
}

int main() {
  const int threads = 132 * 4 * 512, steps = 512;
  float* signal = device_random<float>(threads * 16, -1, 1);
  float* out = device_zeros<float>(threads);
  std::vector<float> table = host_random<float>(2 * 7680, -1, 1);
  cudaMemcpyToSymbol(rotation, table.data(), sizeof(rotation));
  cudaMemcpyToSymbol(rotation_global, table.data(), sizeof(rotation_global));

  Comparison runs("pair_coefficients", out, threads * sizeof(float));
  for (runs.begin("before"); runs.next();) pair_coefficients<<<528, 512>>>(signal, out, steps, threads);
  for (runs.begin("device"); runs.next();) pair_coefficients_device<<<528, 512>>>(signal, out, steps, threads);
  return runs.end();
}
