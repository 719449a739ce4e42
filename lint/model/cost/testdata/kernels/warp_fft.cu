// Butterflies of a 32-point Fourier transform, one point a lane, exchanged by shuffle: stage s uses 2^s different
// twiddle factors of a table of 32.
#include "measure.h"

__constant__ float2 twiddle[32];
__device__ float2 twiddle_global[32];

__device__ float2 butterfly(float2 v, float2 w, int span) {
  float2 other = make_float2(__shfl_xor_sync(0xffffffffu, v.x, span), __shfl_xor_sync(0xffffffffu, v.y, span));
  float sign = threadIdx.x & span ? -1.0f : 1.0f;
  float2 sum = make_float2(other.x + sign * v.x, other.y + sign * v.y);
  return make_float2(sum.x * w.x - sum.y * w.y, sum.x * w.y + sum.y * w.x);
}

__global__ void warp_fft(const float2* in, float2* out) {
  int i = (blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x;
  float2 v = in[i];
#pragma unroll
  for (int span = 1; span < 32; span *= 2) v = butterfly(v, twiddle[span + (threadIdx.x & (span - 1))], span);
  out[i] = v;
}

__global__ void warp_fft_device(const float2* in, float2* out) {
  int i = (blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x;
  float2 v = in[i];
#pragma unroll
  for (int span = 1; span < 32; span *= 2) v = butterfly(v, twiddle_global[span + (threadIdx.x & (span - 1))], span);
  out[i] = v;
}

__global__ void warp_fft_shared(const float2* in, float2* out) {
  __shared__ float2 s[32];
  if (threadIdx.y == 0) s[threadIdx.x] = twiddle_global[threadIdx.x];
  __syncthreads();
  int i = (blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x;
  float2 v = in[i];
#pragma unroll
  for (int span = 1; span < 32; span *= 2) v = butterfly(v, s[span + (threadIdx.x & (span - 1))], span);
  out[i] = v;
}

__global__ void warp_fft_shuffle(const float2* in, float2* out) {
  float2 own = twiddle_global[threadIdx.x];
  int i = (blockIdx.x * 4 + threadIdx.y) * 32 + threadIdx.x;
  float2 v = in[i];
#pragma unroll
  for (int span = 1; span < 32; span *= 2) {
    int k = span + (threadIdx.x & (span - 1));
    float2 w = make_float2(__shfl_sync(0xffffffffu, own.x, k), __shfl_sync(0xffffffffu, own.y, k));
    v = butterfly(v, w, span);
  }
  out[i] = v;
}

int main() {
  const int count = 1 << 22;
  float2* in = (float2*)device_random<float>(count * 2, -1, 1);
  float2* out = device_zeros<float2>(count);
  std::vector<float> table = host_random<float>(64, -1, 1);
  cudaMemcpyToSymbol(twiddle, table.data(), sizeof(twiddle));
  cudaMemcpyToSymbol(twiddle_global, table.data(), sizeof(twiddle_global));

  Comparison runs("warp_fft", out, count * sizeof(float2));
  dim3 block(32, 4);
  for (runs.begin("before"); runs.next();) warp_fft<<<count / 128, block>>>(in, out);
  for (runs.begin("device"); runs.next();) warp_fft_device<<<count / 128, block>>>(in, out);
  for (runs.begin("shared"); runs.next();) warp_fft_shared<<<count / 128, block>>>(in, out);
  for (runs.begin("shuffle"); runs.next();) warp_fft_shuffle<<<count / 128, block>>>(in, out);
  return runs.end();
}
