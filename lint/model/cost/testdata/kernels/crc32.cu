// CRC-32 of many short messages, a byte at a time through the table of 256 words; one message a thread, the words of
// the messages interleaved so that a warp reads them coalesced.
#include "measure.h"

__constant__ unsigned crc_table[256];
__device__ unsigned crc_table_global[256];

__global__ void crc32(const unsigned* messages, unsigned* out, int words, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned crc = 0xffffffffu;
  for (int w = 0; w < words; w++) {
    unsigned data = messages[w * count + i];
    for (int b = 0; b < 4; b++) {
      crc = crc_table[(crc ^ data) & 255] ^ (crc >> 8);
      data >>= 8;
    }
  }
  out[i] = ~crc;
}

__global__ void crc32_device(const unsigned* messages, unsigned* out, int words, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned crc = 0xffffffffu;
  for (int w = 0; w < words; w++) {
    unsigned data = messages[w * count + i];
    for (int b = 0; b < 4; b++) {
      crc = crc_table_global[(crc ^ data) & 255] ^ (crc >> 8);
      data >>= 8;
    }
  }
  out[i] = ~crc;
}

__global__ void crc32_shared(const unsigned* messages, unsigned* out, int words, int count) {
  __shared__ unsigned table[256];
  for (int t = threadIdx.x; t < 256; t += blockDim.x) table[t] = crc_table_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned crc = 0xffffffffu;
  for (int w = 0; w < words; w++) {
    unsigned data = messages[w * count + i];
    for (int b = 0; b < 4; b++) {
      crc = table[(crc ^ data) & 255] ^ (crc >> 8);
      data >>= 8;
    }
  }
  out[i] = ~crc;
}

int main() {
  const int count = 1 << 20, words = 16;
  unsigned* in = (unsigned*)device_random<unsigned char>((size_t)count * words * 4, 0, 256);
  unsigned* out = device_zeros<unsigned>(count);
  std::vector<unsigned> table(256);
  for (unsigned t = 0; t < 256; t++) {
    unsigned c = t;
    for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[t] = c;
  }
  cudaMemcpyToSymbol(crc_table, table.data(), sizeof(crc_table));
  cudaMemcpyToSymbol(crc_table_global, table.data(), sizeof(crc_table_global));

  Comparison runs("crc32", out, count * sizeof(unsigned));
  for (runs.begin("before"); runs.next();) crc32<<<count / 128, 128>>>(in, out, words, count);
  for (runs.begin("device"); runs.next();) crc32_device<<<count / 128, 128>>>(in, out, words, count);
  for (runs.begin("shared"); runs.next();) crc32_shared<<<count / 128, 128>>>(in, out, words, count);
  return runs.end();
}
