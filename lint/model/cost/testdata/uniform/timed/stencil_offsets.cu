// Neighbours by a table of distances and one of weights.
#include "../../kernels/measure.h"

__constant__ int distance[125];
__device__ int distance_global[125];
__constant__ float weight[125];
__device__ float weight_global[125];

__global__ void stencil_offsets(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < count; i++) sum += weight[i] * in[x + distance[i]];
  out[x] = sum;
}

__global__ void stencil_offsets_device(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < count; i++) sum += weight_global[i] * in[x + distance_global[i]];
  out[x] = sum;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> weight_h = host_random<float>(125, -1, 1);
  cudaMemcpyToSymbol(weight, weight_h.data(), sizeof(weight));
  cudaMemcpyToSymbol(weight_global, weight_h.data(), sizeof(weight_global));
  std::vector<int> distance_h = host_random<int>(125, 0, 4096);
  cudaMemcpyToSymbol(distance, distance_h.data(), sizeof(distance));
  cudaMemcpyToSymbol(distance_global, distance_h.data(), sizeof(distance_global));

  Comparison runs("stencil_offsets", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) stencil_offsets<<<n / 256, 256>>>(in, out, 125);
  for (runs.begin("device"); runs.next();) stencil_offsets_device<<<n / 256, 256>>>(in, out, 125);
  return runs.end();
}
