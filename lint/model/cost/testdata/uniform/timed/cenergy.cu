// Potential of a grid of points from atoms in constant memory.
#include "../../kernels/measure.h"

__constant__ float4 atom[1024];
__device__ float4 atom_global[1024];

__global__ void cenergy(float* out, int count, float step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float px = step * (x & 1023), py = step * (x >> 10), energy = 0;
  for (int a = 0; a < count; a++) {
    float dx = px - atom[a].x, dy = py - atom[a].y;
    energy += atom[a].w * rsqrtf(dx * dx + dy * dy + atom[a].z);
  }
  out[x] = energy;
}

__global__ void cenergy_device(float* out, int count, float step) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float px = step * (x & 1023), py = step * (x >> 10), energy = 0;
  for (int a = 0; a < count; a++) {
    float dx = px - atom_global[a].x, dy = py - atom_global[a].y;
    energy += atom_global[a].w * rsqrtf(dx * dx + dy * dy + atom_global[a].z);
  }
  out[x] = energy;
}

int main() {
  const int n = 1 << 20;
  float* out = device_zeros<float>(n);
  std::vector<float> raw = host_random<float>(4096, 0.5, 64);
  std::vector<float4> atoms(1024);
  for (int i = 0; i < 1024; i++) atoms[i] = make_float4(raw[4 * i], raw[4 * i + 1], raw[4 * i + 2], raw[4 * i + 3]);
  cudaMemcpyToSymbol(atom, atoms.data(), sizeof(atom));
  cudaMemcpyToSymbol(atom_global, atoms.data(), sizeof(atom_global));

  Comparison runs("cenergy", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) cenergy<<<n / 256, 256>>>(out, 1024, 0.0625f);
  for (runs.begin("device"); runs.next();) cenergy_device<<<n / 256, 256>>>(out, 1024, 0.0625f);
  return runs.end();
}
