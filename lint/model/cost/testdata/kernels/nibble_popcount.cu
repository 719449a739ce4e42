// Set bits of 32-bit masks by nibbles, through a table of 16 bytes: the table form of programs from before __popc.
#include "measure.h"

__constant__ unsigned char nibble_bits[16];
__device__ unsigned char nibble_bits_global[16];

__global__ void nibble_popcount(const unsigned* masks, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = masks[i];
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += nibble_bits[m >> (k * 4) & 15];
  out[i] = sum;
}

__global__ void nibble_popcount_device(const unsigned* masks, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = masks[i];
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += nibble_bits_global[m >> (k * 4) & 15];
  out[i] = sum;
}

__global__ void nibble_popcount_shared(const unsigned* masks, int* out) {
  __shared__ unsigned char s[16];
  if (threadIdx.x < 16) s[threadIdx.x] = nibble_bits_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = masks[i];
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += s[m >> (k * 4) & 15];
  out[i] = sum;
}

__global__ void nibble_popcount_shuffle(const unsigned* masks, int* out) {
  int own = nibble_bits_global[threadIdx.x & 15];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = masks[i];
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += __shfl_sync(0xffffffffu, own, m >> (k * 4) & 15);
  out[i] = sum;
}

int main() {
  const int count = 1 << 22;
  unsigned* masks = (unsigned*)device_random<unsigned char>((size_t)count * 4, 0, 256);
  int* out = device_zeros<int>(count);
  const unsigned char table[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
  cudaMemcpyToSymbol(nibble_bits, table, sizeof(nibble_bits));
  cudaMemcpyToSymbol(nibble_bits_global, table, sizeof(nibble_bits_global));

  Comparison runs("nibble_popcount", out, count * sizeof(int));
  for (runs.begin("before"); runs.next();) nibble_popcount<<<count / 128, 128>>>(masks, out);
  for (runs.begin("device"); runs.next();) nibble_popcount_device<<<count / 128, 128>>>(masks, out);
  for (runs.begin("shared"); runs.next();) nibble_popcount_shared<<<count / 128, 128>>>(masks, out);
  for (runs.begin("shuffle"); runs.next();) nibble_popcount_shuffle<<<count / 128, 128>>>(masks, out);
  return runs.end();
}
