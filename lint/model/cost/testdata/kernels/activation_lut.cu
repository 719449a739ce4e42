// Sigmoid of a layer's outputs by linear interpolation in a table of 2049 values; the layer is resident in L2.
#include "measure.h"

__constant__ float sigmoid[2049];
__device__ float sigmoid_global[2049];

__global__ void activation_lut(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = fminf(fmaxf(in[i] * 128.0f + 1024.0f, 0.0f), 2047.0f);
  int k = (int)x;
  float a = sigmoid[k], b = sigmoid[k + 1];
  out[i] = a + (x - k) * (b - a);
}

__global__ void activation_lut_device(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = fminf(fmaxf(in[i] * 128.0f + 1024.0f, 0.0f), 2047.0f);
  int k = (int)x;
  float a = sigmoid_global[k], b = sigmoid_global[k + 1];
  out[i] = a + (x - k) * (b - a);
}

__global__ void activation_lut_shared(const float* in, float* out) {
  __shared__ float s[2049];
  for (int t = threadIdx.x; t < 2049; t += blockDim.x) s[t] = sigmoid_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = fminf(fmaxf(in[i] * 128.0f + 1024.0f, 0.0f), 2047.0f);
  int k = (int)x;
  float a = s[k], b = s[k + 1];
  out[i] = a + (x - k) * (b - a);
}

int main() {
  const int count = 1 << 22;
  float* in = device_random<float>(count, -8, 8);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(2049, 0, 1);
  cudaMemcpyToSymbol(sigmoid, table.data(), sizeof(sigmoid));
  cudaMemcpyToSymbol(sigmoid_global, table.data(), sizeof(sigmoid_global));

  Comparison runs("activation_lut", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) activation_lut<<<count / 512, 512>>>(in, out);
  for (runs.begin("device"); runs.next();) activation_lut_device<<<count / 512, 512>>>(in, out);
  for (runs.begin("shared"); runs.next();) activation_lut_shared<<<count / 512, 512>>>(in, out);
  return runs.end();
}
