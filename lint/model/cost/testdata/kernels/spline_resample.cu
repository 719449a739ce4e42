// A window given as a cubic spline with 3072 pieces, eight samples a piece, multiplied onto each row of a signal: four
// neighbouring pieces a warp, but all of the table over a row.
#include "measure.h"

__constant__ float4 spline[3072];
__device__ float4 spline_global[3072];

__global__ void spline_resample(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * 24576 + x;
  float4 c = spline[x / 8];
  float t = (x % 8) * 0.125f;
  out[i] = in[i] * (((c.w * t + c.z) * t + c.y) * t + c.x);
}

__global__ void spline_resample_device(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * 24576 + x;
  float4 c = spline_global[x / 8];
  float t = (x % 8) * 0.125f;
  out[i] = in[i] * (((c.w * t + c.z) * t + c.y) * t + c.x);
}

// A block needs 32 of the pieces only.
__global__ void spline_resample_shared(const float* in, float* out) {
  __shared__ float4 s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = spline_global[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * 24576 + x;
  float4 c = s[threadIdx.x / 8];
  float t = (x % 8) * 0.125f;
  out[i] = in[i] * (((c.w * t + c.z) * t + c.y) * t + c.x);
}

int main() {
  const int width = 24576, rows = 1024;
  const size_t count = (size_t)width * rows;
  float* in = device_random<float>(count, -1, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(3072 * 4, -1, 1);
  cudaMemcpyToSymbol(spline, table.data(), sizeof(spline));
  cudaMemcpyToSymbol(spline_global, table.data(), sizeof(spline_global));

  Comparison runs("spline_resample", out, count * sizeof(float));
  dim3 grid(96, 1024);
  for (runs.begin("before"); runs.next();) spline_resample<<<grid, 256>>>(in, out);
  for (runs.begin("device"); runs.next();) spline_resample_device<<<grid, 256>>>(in, out);
  for (runs.begin("shared"); runs.next();) spline_resample_shared<<<grid, 256>>>(in, out);
  return runs.end();
}
