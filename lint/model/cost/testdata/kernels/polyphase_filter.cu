// Polyphase resampling by 32: lane p of a warp computes phase p with its own 64 taps; all lanes read the same samples.
#include "measure.h"

__constant__ float taps[64 * 32];
__device__ float taps_global[64 * 32];

__global__ void polyphase_filter(const float* in, float* out) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < 64; t++) sum += in[row + t] * taps[t * 32 + threadIdx.x];
  out[row * 32 + threadIdx.x] = sum;
}

__global__ void polyphase_filter_device(const float* in, float* out) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < 64; t++) sum += in[row + t] * taps_global[t * 32 + threadIdx.x];
  out[row * 32 + threadIdx.x] = sum;
}

__global__ void polyphase_filter_shared(const float* in, float* out) {
  __shared__ float s[64 * 32];
  for (int t = threadIdx.y * 32 + threadIdx.x; t < 64 * 32; t += 256) s[t] = taps_global[t];
  __syncthreads();
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int t = 0; t < 64; t++) sum += in[row + t] * s[t * 32 + threadIdx.x];
  out[row * 32 + threadIdx.x] = sum;
}

int main() {
  const int rows = 1 << 16;
  float* in = device_random<float>(rows + 64, -1, 1);
  float* out = device_zeros<float>((size_t)rows * 32);
  std::vector<float> table = host_random<float>(64 * 32, -1, 1);
  cudaMemcpyToSymbol(taps, table.data(), sizeof(taps));
  cudaMemcpyToSymbol(taps_global, table.data(), sizeof(taps_global));

  Comparison runs("polyphase_filter", out, (size_t)rows * 32 * sizeof(float));
  for (runs.begin("before"); runs.next();) polyphase_filter<<<rows / 8, dim3(32, 8)>>>(in, out);
  for (runs.begin("device"); runs.next();) polyphase_filter_device<<<rows / 8, dim3(32, 8)>>>(in, out);
  for (runs.begin("shared"); runs.next();) polyphase_filter_shared<<<rows / 8, dim3(32, 8)>>>(in, out);
  return runs.end();
}
