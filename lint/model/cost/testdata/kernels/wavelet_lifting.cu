// Lifting steps of a wavelet packet transform held in registers, one sample a lane: even and odd lanes use their own
// coefficient of each step (two addresses a warp), four sets of coefficients take turns, neighbours come by shuffle.
#include "measure.h"

__constant__ float lifting[32];
__device__ float lifting_global[32];

__global__ void wavelet_lifting(const float* in, float* out, int levels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int odd = threadIdx.x & 1;
  float v = in[i];
  for (int level = 0; level < levels; level++)
    for (int step = 0; step < 4; step++) {
      float left = __shfl_up_sync(0xffffffffu, v, 1), right = __shfl_down_sync(0xffffffffu, v, 1);
      v += lifting[(level & 3) * 8 + step * 2 + odd] * (left + right);
    }
  out[i] = v;
}

__global__ void wavelet_lifting_device(const float* in, float* out, int levels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int odd = threadIdx.x & 1;
  float v = in[i];
  for (int level = 0; level < levels; level++)
    for (int step = 0; step < 4; step++) {
      float left = __shfl_up_sync(0xffffffffu, v, 1), right = __shfl_down_sync(0xffffffffu, v, 1);
      v += lifting_global[(level & 3) * 8 + step * 2 + odd] * (left + right);
    }
  out[i] = v;
}

__global__ void wavelet_lifting_shared(const float* in, float* out, int levels) {
  __shared__ float s[32];
  if (threadIdx.x < 32) s[threadIdx.x] = lifting_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int odd = threadIdx.x & 1;
  float v = in[i];
  for (int level = 0; level < levels; level++)
    for (int step = 0; step < 4; step++) {
      float left = __shfl_up_sync(0xffffffffu, v, 1), right = __shfl_down_sync(0xffffffffu, v, 1);
      v += s[(level & 3) * 8 + step * 2 + odd] * (left + right);
    }
  out[i] = v;
}

__global__ void wavelet_lifting_shuffle(const float* in, float* out, int levels) {
  float own = lifting_global[threadIdx.x & 31];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int odd = threadIdx.x & 1;
  float v = in[i];
  for (int level = 0; level < levels; level++)
    for (int step = 0; step < 4; step++) {
      float left = __shfl_up_sync(0xffffffffu, v, 1), right = __shfl_down_sync(0xffffffffu, v, 1);
      v += __shfl_sync(0xffffffffu, own, (level & 3) * 8 + step * 2 + odd) * (left + right);
    }
  out[i] = v;
}

int main() {
  const int count = 1 << 22;
  float* in = device_random<float>(count, -1, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(32, -0.1, 0.1);
  cudaMemcpyToSymbol(lifting, table.data(), sizeof(lifting));
  cudaMemcpyToSymbol(lifting_global, table.data(), sizeof(lifting_global));

  Comparison runs("wavelet_lifting", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) wavelet_lifting<<<count / 128, 128>>>(in, out, 16);
  for (runs.begin("device"); runs.next();) wavelet_lifting_device<<<count / 128, 128>>>(in, out, 16);
  for (runs.begin("shared"); runs.next();) wavelet_lifting_shared<<<count / 128, 128>>>(in, out, 16);
  for (runs.begin("shuffle"); runs.next();) wavelet_lifting_shuffle<<<count / 128, 128>>>(in, out, 16);
  return runs.end();
}
