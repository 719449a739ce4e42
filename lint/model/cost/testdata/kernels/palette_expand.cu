// Expansion of a 4-bit image to 32-bit colours through a palette of 16: eight pixels a thread, 36 bytes of traffic.
#include "measure.h"

__constant__ unsigned palette[16];
__device__ unsigned palette_global[16];

__global__ void palette_expand(const unsigned* packed, uint4* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = packed[i];
  out[i * 2] = make_uint4(palette[p & 15], palette[p >> 4 & 15], palette[p >> 8 & 15], palette[p >> 12 & 15]);
  out[i * 2 + 1] = make_uint4(palette[p >> 16 & 15], palette[p >> 20 & 15], palette[p >> 24 & 15], palette[p >> 28]);
}

__global__ void palette_expand_device(const unsigned* packed, uint4* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = packed[i];
  const unsigned* c = palette_global;
  out[i * 2] = make_uint4(c[p & 15], c[p >> 4 & 15], c[p >> 8 & 15], c[p >> 12 & 15]);
  out[i * 2 + 1] = make_uint4(c[p >> 16 & 15], c[p >> 20 & 15], c[p >> 24 & 15], c[p >> 28]);
}

__global__ void palette_expand_shared(const unsigned* packed, uint4* out) {
  __shared__ unsigned c[16];
  if (threadIdx.x < 16) c[threadIdx.x] = palette_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = packed[i];
  out[i * 2] = make_uint4(c[p & 15], c[p >> 4 & 15], c[p >> 8 & 15], c[p >> 12 & 15]);
  out[i * 2 + 1] = make_uint4(c[p >> 16 & 15], c[p >> 20 & 15], c[p >> 24 & 15], c[p >> 28]);
}

__global__ void palette_expand_shuffle(const unsigned* packed, uint4* out) {
  unsigned own = palette_global[threadIdx.x & 15];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned p = packed[i], c[8];
#pragma unroll
  for (int k = 0; k < 8; k++) c[k] = __shfl_sync(0xffffffffu, own, p >> (4 * k) & 15);
  out[i * 2] = make_uint4(c[0], c[1], c[2], c[3]);
  out[i * 2 + 1] = make_uint4(c[4], c[5], c[6], c[7]);
}

int main() {
  const int count = 1 << 22;
  unsigned* packed = (unsigned*)device_random<unsigned char>((size_t)count * 4, 0, 256);
  uint4* out = device_zeros<uint4>((size_t)count * 2);
  std::vector<unsigned> table(16);
  for (unsigned& v : table) v = random24() | 0xff000000u;
  cudaMemcpyToSymbol(palette, table.data(), sizeof(palette));
  cudaMemcpyToSymbol(palette_global, table.data(), sizeof(palette_global));

  Comparison runs("palette_expand", out, (size_t)count * 32);
  for (runs.begin("before"); runs.next();) palette_expand<<<count / 256, 256>>>(packed, out);
  for (runs.begin("device"); runs.next();) palette_expand_device<<<count / 256, 256>>>(packed, out);
  for (runs.begin("shared"); runs.next();) palette_expand_shared<<<count / 256, 256>>>(packed, out);
  for (runs.begin("shuffle"); runs.next();) palette_expand_shuffle<<<count / 256, 256>>>(packed, out);
  return runs.end();
}
