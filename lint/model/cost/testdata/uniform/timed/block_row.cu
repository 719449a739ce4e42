// Each block reads a row of its own.
#include "../../kernels/measure.h"

__constant__ float row[64][128];
__device__ float row_global[64][128];

__global__ void block_row(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float t = in[x], sum = 0;
  for (int i = 0; i < count; i++) sum = sum * t + row[blockIdx.x & 63][i];
  out[x] = sum;
}

__global__ void block_row_device(const float* in, float* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float t = in[x], sum = 0;
  for (int i = 0; i < count; i++) sum = sum * t + row_global[blockIdx.x & 63][i];
  out[x] = sum;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> row_h = host_random<float>(8192, -1, 1);
  cudaMemcpyToSymbol(row, row_h.data(), sizeof(row));
  cudaMemcpyToSymbol(row_global, row_h.data(), sizeof(row_global));

  Comparison runs("block_row", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) block_row<<<n / 256, 256>>>(in, out, 128);
  for (runs.begin("device"); runs.next();) block_row_device<<<n / 256, 256>>>(in, out, 128);
  return runs.end();
}
