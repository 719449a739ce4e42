// Gain and offset of the channels of an interleaved recording, 48 samples a channel: two warps in three see one
// channel, the third two. All channels fit the first-level constant cache.
#include "measure.h"

__constant__ float2 channel[64];
__device__ float2 channel_global[64];

__global__ void interleaved_gain(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 c = channel[i / 48 % 64];
  out[i] = in[i] * c.x + c.y;
}

__global__ void interleaved_gain_device(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 c = channel_global[i / 48 % 64];
  out[i] = in[i] * c.x + c.y;
}

__global__ void interleaved_gain_shared(const float* in, float* out) {
  __shared__ float2 s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = channel_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 c = s[i / 48 % 64];
  out[i] = in[i] * c.x + c.y;
}

int main() {
  const int count = 1 << 25;
  float* in = device_random<float>(count, -1, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(128, 0.5, 2);
  cudaMemcpyToSymbol(channel, table.data(), sizeof(channel));
  cudaMemcpyToSymbol(channel_global, table.data(), sizeof(channel_global));

  Comparison runs("interleaved_gain", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) interleaved_gain<<<count / 512, 512>>>(in, out);
  for (runs.begin("device"); runs.next();) interleaved_gain_device<<<count / 512, 512>>>(in, out);
  for (runs.begin("shared"); runs.next();) interleaved_gain_shared<<<count / 512, 512>>>(in, out);
  return runs.end();
}
