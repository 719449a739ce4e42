// The nearest of 64 points with 16 coordinates.
#include "../../kernels/measure.h"

__constant__ float centre[64][16];
__device__ float centre_global[64][16];

__global__ void centroids(const float* in, int* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float p[16];
  for (int d = 0; d < 16; d++) p[d] = in[x + d * 256];
  float least = 1e30f;
  int best = 0;
  for (int c = 0; c < count; c++) {
    float sum = 0;
    for (int d = 0; d < 16; d++) {
      float delta = p[d] - centre[c][d];
      sum += delta * delta;
    }
    if (sum < least) {
      least = sum;
      best = c + 1;
    }
  }
  out[x] = best;
}

__global__ void centroids_device(const float* in, int* out, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float p[16];
  for (int d = 0; d < 16; d++) p[d] = in[x + d * 256];
  float least = 1e30f;
  int best = 0;
  for (int c = 0; c < count; c++) {
    float sum = 0;
    for (int d = 0; d < 16; d++) {
      float delta = p[d] - centre_global[c][d];
      sum += delta * delta;
    }
    if (sum < least) {
      least = sum;
      best = c + 1;
    }
  }
  out[x] = best;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  int* out = device_zeros<int>(n);
  std::vector<float> centre_h = host_random<float>(1024, -1, 1);
  cudaMemcpyToSymbol(centre, centre_h.data(), sizeof(centre));
  cudaMemcpyToSymbol(centre_global, centre_h.data(), sizeof(centre_global));

  Comparison runs("centroids", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) centroids<<<n / 256, 256>>>(in, out, 64);
  for (runs.begin("device"); runs.next();) centroids_device<<<n / 256, 256>>>(in, out, 64);
  return runs.end();
}
