// Constant reads at fixed lanes, another part of the table for each warp of the block.
#include <cstdio>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
__constant__ float table[16384];
__device__ float moved[16384];
template <int STRIDE, int LOADS, bool CONSTANT> __global__ void k(float* out, int rounds) {
  float a = 0;
  for (int r = 0; r < rounds; r++) {
#pragma unroll
    for (int j = 0; j < LOADS; j++) {
      int i = (threadIdx.x * STRIDE + j + r) & 16383;
      a += CONSTANT ? table[i] : moved[i];
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}
template <class F> float ms(F f) {
  cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b);
  f(); f();
  std::vector<float> v;
  for (int i = 0; i < 9; i++) { cudaEventRecord(a); f(); cudaEventRecord(b); cudaEventSynchronize(b); float t; cudaEventElapsedTime(&t, a, b); v.push_back(t); }
  std::sort(v.begin(), v.end());
  return v[4];
}
template <int S, int L> void run(float* out, int block) {
  int grid = 132 * (2048 / block) * 4, rounds = 64;
  float c = ms([&] { k<S, L, true><<<grid, block>>>(out, rounds); });
  float d = ms([&] { k<S, L, false><<<grid, block>>>(out, rounds); });
  double reads = 4.0 * 64 * rounds * L; // a SM
  printf("%d,%d,%d,%d,%.4f,%.4f,%.2f,%.2f\n", block, S, L, block * S * 4, c, d, c * 1.98e6 / reads, d * 1.98e6 / reads);
}
int main() {
  float* out; cudaMalloc(&out, 132 * 8192 * 4 * 4);
  printf("block,stride,loads,bytes,constant_ms,device_ms,constant_cycles,device_cycles\n");
  run<1, 1>(out, 256); run<1, 1>(out, 512); run<1, 1>(out, 1024); run<2, 1>(out, 1024); run<4, 1>(out, 256); run<4, 1>(out, 1024);
  run<8, 1>(out, 256); run<8, 8>(out, 256); run<8, 1>(out, 1024); run<8, 8>(out, 1024); run<16, 1>(out, 256); run<16, 16>(out, 256); run<16, 1>(out, 1024); run<2, 2>(out, 512); run<4, 4>(out, 512);
}
