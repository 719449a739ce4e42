// Random walks on a graph of 128 states with 16 equally likely successors each; 64 blocks do not fill the GPU.
#include "measure.h"

__constant__ unsigned short successor[128 * 16];
__device__ unsigned short successor_global[128 * 16];

__global__ void random_walk(int* visits, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned random = i * 747796405u + 1u;
  int state = i & 127, sum = 0;
  for (int k = 0; k < steps; k++) {
    random = random * 1664525u + 1013904223u;
    state = successor[state * 16 + (random >> 28)];
    sum += state;
  }
  visits[i] = sum;
}

__global__ void random_walk_device(int* visits, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned random = i * 747796405u + 1u;
  int state = i & 127, sum = 0;
  for (int k = 0; k < steps; k++) {
    random = random * 1664525u + 1013904223u;
    state = successor_global[state * 16 + (random >> 28)];
    sum += state;
  }
  visits[i] = sum;
}

__global__ void random_walk_shared(int* visits, int steps) {
  __shared__ unsigned short s[128 * 16];
  for (int t = threadIdx.x; t < 128 * 16; t += blockDim.x) s[t] = successor_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned random = i * 747796405u + 1u;
  int state = i & 127, sum = 0;
  for (int k = 0; k < steps; k++) {
    random = random * 1664525u + 1013904223u;
    state = s[state * 16 + (random >> 28)];
    sum += state;
  }
  visits[i] = sum;
}

int main() {
  int* visits = device_zeros<int>(64 * 256);
  std::vector<unsigned short> table = host_random<unsigned short>(128 * 16, 0, 128);
  cudaMemcpyToSymbol(successor, table.data(), sizeof(successor));
  cudaMemcpyToSymbol(successor_global, table.data(), sizeof(successor_global));

  Comparison runs("random_walk", visits, 64 * 256 * sizeof(int));
  for (runs.begin("before"); runs.next();) random_walk<<<64, 256>>>(visits, 1000);
  for (runs.begin("device"); runs.next();) random_walk_device<<<64, 256>>>(visits, 1000);
  for (runs.begin("shared"); runs.next();) random_walk_shared<<<64, 256>>>(visits, 1000);
  return runs.end();
}
