// A sum of 256 roots: the body is too long for the compiler to unroll it.
#include "../../kernels/measure.h"

__constant__ float weight[256];
__device__ float weight_global[256];

__global__ void damped_256(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float t = in[x], sum = 0;
  for (int i = 0; i < 256; i++) sum = sum * 0.5f + weight[i] * sqrtf(sum * sum + t);
  out[x] = sum;
}

__global__ void damped_256_device(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float t = in[x], sum = 0;
  for (int i = 0; i < 256; i++) sum = sum * 0.5f + weight_global[i] * sqrtf(sum * sum + t);
  out[x] = sum;
}

__global__ void damped_256_unrolled(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float t = in[x], sum = 0;
#pragma unroll
  for (int i = 0; i < 256; i++) sum = sum * 0.5f + weight[i] * sqrtf(sum * sum + t);
  out[x] = sum;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, 0, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> weight_h = host_random<float>(256, -1, 1);
  cudaMemcpyToSymbol(weight, weight_h.data(), sizeof(weight));
  cudaMemcpyToSymbol(weight_global, weight_h.data(), sizeof(weight_global));

  Comparison runs("damped_256", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) damped_256<<<n / 256, 256>>>(in, out);
  for (runs.begin("device"); runs.next();) damped_256_device<<<n / 256, 256>>>(in, out);
  for (runs.begin("unrolled"); runs.next();) damped_256_unrolled<<<n / 256, 256>>>(in, out);
  return runs.end();
}
