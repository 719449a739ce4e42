// A filter of 48 taps on four interleaved channels, each channel with its own taps: four addresses a warp.
#include "measure.h"

__constant__ float channel_taps[48 * 4];
__device__ float channel_taps_global[48 * 4];

__global__ void channel_fir(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int channel = threadIdx.x & 3;
  float sum = 0;
  for (int t = 0; t < 48; t++) sum += in[i + t * 4] * channel_taps[t * 4 + channel];
  out[i] = sum;
}

__global__ void channel_fir_device(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int channel = threadIdx.x & 3;
  float sum = 0;
  for (int t = 0; t < 48; t++) sum += in[i + t * 4] * channel_taps_global[t * 4 + channel];
  out[i] = sum;
}

__global__ void channel_fir_shared(const float* in, float* out) {
  __shared__ float s[48 * 4];
  for (int t = threadIdx.x; t < 48 * 4; t += blockDim.x) s[t] = channel_taps_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int channel = threadIdx.x & 3;
  float sum = 0;
  for (int t = 0; t < 48; t++) sum += in[i + t * 4] * s[t * 4 + channel];
  out[i] = sum;
}

int main() {
  const int count = 1 << 22;
  float* in = device_random<float>(count + 48 * 4, -1, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(48 * 4, -1, 1);
  cudaMemcpyToSymbol(channel_taps, table.data(), sizeof(channel_taps));
  cudaMemcpyToSymbol(channel_taps_global, table.data(), sizeof(channel_taps_global));

  Comparison runs("channel_fir", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) channel_fir<<<count / 512, 512>>>(in, out);
  for (runs.begin("device"); runs.next();) channel_fir_device<<<count / 512, 512>>>(in, out);
  for (runs.begin("shared"); runs.next();) channel_fir_shared<<<count / 512, 512>>>(in, out);
  return runs.end();
}
