// Colour matrix on interleaved RGB, one thread a channel: three rows of the matrix a warp.
#include "measure.h"

__constant__ float4 colour[3];
__device__ float4 colour_global[3];

__global__ void rgb_matrix(const float* in, float* out) {
  int c = threadIdx.x % 3;
  int i = blockIdx.x * 96 + threadIdx.x;
  float r = in[i - c], g = in[i - c + 1], b = in[i - c + 2];
  float4 m = colour[c];
  out[i] = m.x * r + m.y * g + m.z * b + m.w;
}

__global__ void rgb_matrix_device(const float* in, float* out) {
  int c = threadIdx.x % 3;
  int i = blockIdx.x * 96 + threadIdx.x;
  float r = in[i - c], g = in[i - c + 1], b = in[i - c + 2];
  float4 m = colour_global[c];
  out[i] = m.x * r + m.y * g + m.z * b + m.w;
}

__global__ void rgb_matrix_shared(const float* in, float* out) {
  __shared__ float4 s[3];
  if (threadIdx.x < 3) s[threadIdx.x] = colour_global[threadIdx.x];
  __syncthreads();
  int c = threadIdx.x % 3;
  int i = blockIdx.x * 96 + threadIdx.x;
  float r = in[i - c], g = in[i - c + 1], b = in[i - c + 2];
  float4 m = s[c];
  out[i] = m.x * r + m.y * g + m.z * b + m.w;
}

int main() {
  const int pixels = 1 << 23;
  float* in = device_random<float>((size_t)pixels * 3, 0, 1);
  float* out = device_zeros<float>((size_t)pixels * 3);
  std::vector<float> table = host_random<float>(12, 0, 1);
  cudaMemcpyToSymbol(colour, table.data(), sizeof(colour));
  cudaMemcpyToSymbol(colour_global, table.data(), sizeof(colour_global));

  Comparison runs("rgb_matrix", out, (size_t)pixels * 3 * sizeof(float));
  for (runs.begin("before"); runs.next();) rgb_matrix<<<pixels / 32, 96>>>(in, out);
  for (runs.begin("device"); runs.next();) rgb_matrix_device<<<pixels / 32, 96>>>(in, out);
  for (runs.begin("shared"); runs.next();) rgb_matrix_shared<<<pixels / 32, 96>>>(in, out);
  return runs.end();
}
