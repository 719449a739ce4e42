// Zigzag reordering of the 64 coefficients of a DCT block, gathered from shared memory by a table of 64 bytes.
#include "measure.h"

__constant__ unsigned char zigzag[64];
__device__ unsigned char zigzag_global[64];

__global__ void zigzag_scan(const short* in, short* out) {
  __shared__ short tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[zigzag[threadIdx.x]];
}

__global__ void zigzag_scan_device(const short* in, short* out) {
  __shared__ short tile[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[zigzag_global[threadIdx.x]];
}

__global__ void zigzag_scan_shared(const short* in, short* out) {
  __shared__ short tile[64];
  __shared__ unsigned char order[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = in[i];
  order[threadIdx.x] = zigzag_global[threadIdx.x];
  __syncthreads();
  out[i] = tile[order[threadIdx.x]];
}

int main() {
  const size_t count = (size_t)64 << 19;
  short* in = device_random<short>(count, -1024, 1024);
  short* out = device_zeros<short>(count);
  std::vector<unsigned char> order;
  for (int d = 0; d < 15; d++)
    for (int k = 0; k <= d; k++) {
      int y = d % 2 ? k : d - k, x = d - y;
      if (x < 8 && y < 8) order.push_back((unsigned char)(y * 8 + x));
    }
  cudaMemcpyToSymbol(zigzag, order.data(), sizeof(zigzag));
  cudaMemcpyToSymbol(zigzag_global, order.data(), sizeof(zigzag_global));

  Comparison runs("zigzag_scan", out, count * sizeof(short));
  for (runs.begin("before"); runs.next();) zigzag_scan<<<1 << 19, 64>>>(in, out);
  for (runs.begin("device"); runs.next();) zigzag_scan_device<<<1 << 19, 64>>>(in, out);
  for (runs.begin("shared"); runs.next();) zigzag_scan_shared<<<1 << 19, 64>>>(in, out);
  return runs.end();
}
