// First pass of a Huffman encoder: the number of bits that each block of 16 KB will need, 16 symbols a thread.
#include "measure.h"

__constant__ unsigned char code_length[256];
__device__ unsigned char code_length_global[256];

__device__ int block_sum(int v) {
  __shared__ int partial[32];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
  __syncthreads();
  v = partial[threadIdx.x % 32];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  return v;
}

__global__ void huffman_bits(const uint4* symbols, int* bits) {
  uint4 s = symbols[blockIdx.x * 1024 + threadIdx.x];
  unsigned words[4] = {s.x, s.y, s.z, s.w};
  int sum = 0;
#pragma unroll
  for (int w = 0; w < 4; w++)
    sum += code_length[words[w] & 255] + code_length[words[w] >> 8 & 255] + code_length[words[w] >> 16 & 255] +
           code_length[words[w] >> 24];
  sum = block_sum(sum);
  if (threadIdx.x == 0) bits[blockIdx.x] = sum;
}

__global__ void huffman_bits_device(const uint4* symbols, int* bits) {
  uint4 s = symbols[blockIdx.x * 1024 + threadIdx.x];
  unsigned words[4] = {s.x, s.y, s.z, s.w};
  int sum = 0;
#pragma unroll
  for (int w = 0; w < 4; w++)
    sum += code_length_global[words[w] & 255] + code_length_global[words[w] >> 8 & 255] +
           code_length_global[words[w] >> 16 & 255] + code_length_global[words[w] >> 24];
  sum = block_sum(sum);
  if (threadIdx.x == 0) bits[blockIdx.x] = sum;
}

__global__ void huffman_bits_shared(const uint4* symbols, int* bits) {
  __shared__ unsigned char lengths[256];
  if (threadIdx.x < 256) lengths[threadIdx.x] = code_length_global[threadIdx.x];
  __syncthreads();
  uint4 s = symbols[blockIdx.x * 1024 + threadIdx.x];
  unsigned words[4] = {s.x, s.y, s.z, s.w};
  int sum = 0;
#pragma unroll
  for (int w = 0; w < 4; w++)
    sum += lengths[words[w] & 255] + lengths[words[w] >> 8 & 255] + lengths[words[w] >> 16 & 255] + lengths[words[w] >> 24];
  sum = block_sum(sum);
  if (threadIdx.x == 0) bits[blockIdx.x] = sum;
}

int main() {
  const int blocks = 8192;
  uint4* symbols = (uint4*)device_random<unsigned char>((size_t)blocks * 1024 * 16, 0, 256);
  int* bits = device_zeros<int>(blocks);
  std::vector<unsigned char> table = host_random<unsigned char>(256, 1, 17);
  cudaMemcpyToSymbol(code_length, table.data(), sizeof(code_length));
  cudaMemcpyToSymbol(code_length_global, table.data(), sizeof(code_length_global));

  Comparison runs("huffman_bits", bits, blocks * sizeof(int));
  for (runs.begin("before"); runs.next();) huffman_bits<<<8192, 1024>>>(symbols, bits);
  for (runs.begin("device"); runs.next();) huffman_bits_device<<<8192, 1024>>>(symbols, bits);
  for (runs.begin("shared"); runs.next();) huffman_bits_shared<<<8192, 1024>>>(symbols, bits);
  return runs.end();
}
