// Block cipher with one T-box of 1 KB and rotations, chained over several blocks of each thread (CBC), one block of
// threads on each multiprocessor.
#include "measure.h"

__constant__ unsigned tbox[256];
__device__ unsigned tbox_global[256];

__device__ unsigned rotate(unsigned v, int bits) { return v << bits | v >> (32 - bits); }

__global__ void aes_tbox1(uint4* state, int blocks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 s = state[i];
  for (int r = 0; r < blocks * 10; r++) {
    uint4 n;
    n.x = tbox[s.x >> 24] ^ rotate(tbox[s.y >> 16 & 255], 8) ^ rotate(tbox[s.z >> 8 & 255], 16) ^ rotate(tbox[s.w & 255], 24);
    n.y = tbox[s.y >> 24] ^ rotate(tbox[s.z >> 16 & 255], 8) ^ rotate(tbox[s.w >> 8 & 255], 16) ^ rotate(tbox[s.x & 255], 24);
    n.z = tbox[s.z >> 24] ^ rotate(tbox[s.w >> 16 & 255], 8) ^ rotate(tbox[s.x >> 8 & 255], 16) ^ rotate(tbox[s.y & 255], 24);
    n.w = tbox[s.w >> 24] ^ rotate(tbox[s.x >> 16 & 255], 8) ^ rotate(tbox[s.y >> 8 & 255], 16) ^ rotate(tbox[s.z & 255], 24);
    s = make_uint4(n.x ^ r, n.y, n.z, n.w);
  }
  state[i + gridDim.x * blockDim.x] = s;
}

__global__ void aes_tbox1_device(uint4* state, int blocks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 s = state[i];
  const unsigned* t = tbox_global;
  for (int r = 0; r < blocks * 10; r++) {
    uint4 n;
    n.x = t[s.x >> 24] ^ rotate(t[s.y >> 16 & 255], 8) ^ rotate(t[s.z >> 8 & 255], 16) ^ rotate(t[s.w & 255], 24);
    n.y = t[s.y >> 24] ^ rotate(t[s.z >> 16 & 255], 8) ^ rotate(t[s.w >> 8 & 255], 16) ^ rotate(t[s.x & 255], 24);
    n.z = t[s.z >> 24] ^ rotate(t[s.w >> 16 & 255], 8) ^ rotate(t[s.x >> 8 & 255], 16) ^ rotate(t[s.y & 255], 24);
    n.w = t[s.w >> 24] ^ rotate(t[s.x >> 16 & 255], 8) ^ rotate(t[s.y >> 8 & 255], 16) ^ rotate(t[s.z & 255], 24);
    s = make_uint4(n.x ^ r, n.y, n.z, n.w);
  }
  state[i + gridDim.x * blockDim.x] = s;
}

__global__ void aes_tbox1_shared(uint4* state, int blocks) {
  __shared__ unsigned t[256];
  if (threadIdx.x < 256) t[threadIdx.x] = tbox_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 s = state[i];
  for (int r = 0; r < blocks * 10; r++) {
    uint4 n;
    n.x = t[s.x >> 24] ^ rotate(t[s.y >> 16 & 255], 8) ^ rotate(t[s.z >> 8 & 255], 16) ^ rotate(t[s.w & 255], 24);
    n.y = t[s.y >> 24] ^ rotate(t[s.z >> 16 & 255], 8) ^ rotate(t[s.w >> 8 & 255], 16) ^ rotate(t[s.x & 255], 24);
    n.z = t[s.z >> 24] ^ rotate(t[s.w >> 16 & 255], 8) ^ rotate(t[s.x >> 8 & 255], 16) ^ rotate(t[s.y & 255], 24);
    n.w = t[s.w >> 24] ^ rotate(t[s.x >> 16 & 255], 8) ^ rotate(t[s.y >> 8 & 255], 16) ^ rotate(t[s.z & 255], 24);
    s = make_uint4(n.x ^ r, n.y, n.z, n.w);
  }
  state[i + gridDim.x * blockDim.x] = s;
}

int main() {
  const int threads = 132 * 512;
  // The first half is the input, the second half the output.
  uint4* state = (uint4*)device_random<unsigned char>((size_t)threads * 2 * sizeof(uint4), 0, 256);
  std::vector<unsigned> table(256);
  for (unsigned& v : table) v = random24() << 8 ^ random24();
  cudaMemcpyToSymbol(tbox, table.data(), sizeof(tbox));
  cudaMemcpyToSymbol(tbox_global, table.data(), sizeof(tbox_global));

  Comparison runs("aes_tbox1", state + threads, threads * sizeof(uint4));
  for (runs.begin("before"); runs.next();) aes_tbox1<<<132, 512>>>(state, 4);
  for (runs.begin("device"); runs.next();) aes_tbox1_device<<<132, 512>>>(state, 4);
  for (runs.begin("shared"); runs.next();) aes_tbox1_shared<<<132, 512>>>(state, 4);
  return runs.end();
}
