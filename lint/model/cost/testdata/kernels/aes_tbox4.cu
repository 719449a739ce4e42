// Block cipher in counter mode with four T-boxes of 1 KB, the usual table form of AES (a random table and no last
// round: what is timed is the shape of the computation, not the cipher).
#include "measure.h"

__constant__ unsigned t0[256], t1[256], t2[256], t3[256];
__constant__ unsigned round_keys[40];
__device__ unsigned t0_global[256], t1_global[256], t2_global[256], t3_global[256];

__global__ void aes_tbox4(uint4* out, unsigned nonce) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = nonce, b = i, c = i * 2654435761u, d = ~i;
#pragma unroll
  for (int r = 0; r < 10; r++) {
    unsigned e = t0[a >> 24] ^ t1[b >> 16 & 255] ^ t2[c >> 8 & 255] ^ t3[d & 255] ^ round_keys[r * 4];
    unsigned f = t0[b >> 24] ^ t1[c >> 16 & 255] ^ t2[d >> 8 & 255] ^ t3[a & 255] ^ round_keys[r * 4 + 1];
    unsigned g = t0[c >> 24] ^ t1[d >> 16 & 255] ^ t2[a >> 8 & 255] ^ t3[b & 255] ^ round_keys[r * 4 + 2];
    unsigned h = t0[d >> 24] ^ t1[a >> 16 & 255] ^ t2[b >> 8 & 255] ^ t3[c & 255] ^ round_keys[r * 4 + 3];
    a = e, b = f, c = g, d = h;
  }
  out[i] = make_uint4(a, b, c, d);
}

__global__ void aes_tbox4_device(uint4* out, unsigned nonce) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = nonce, b = i, c = i * 2654435761u, d = ~i;
#pragma unroll
  for (int r = 0; r < 10; r++) {
    unsigned e = t0_global[a >> 24] ^ t1_global[b >> 16 & 255] ^ t2_global[c >> 8 & 255] ^ t3_global[d & 255] ^ round_keys[r * 4];
    unsigned f = t0_global[b >> 24] ^ t1_global[c >> 16 & 255] ^ t2_global[d >> 8 & 255] ^ t3_global[a & 255] ^ round_keys[r * 4 + 1];
    unsigned g = t0_global[c >> 24] ^ t1_global[d >> 16 & 255] ^ t2_global[a >> 8 & 255] ^ t3_global[b & 255] ^ round_keys[r * 4 + 2];
    unsigned h = t0_global[d >> 24] ^ t1_global[a >> 16 & 255] ^ t2_global[b >> 8 & 255] ^ t3_global[c & 255] ^ round_keys[r * 4 + 3];
    a = e, b = f, c = g, d = h;
  }
  out[i] = make_uint4(a, b, c, d);
}

__global__ void aes_tbox4_shared(uint4* out, unsigned nonce) {
  __shared__ unsigned s0[256], s1[256], s2[256], s3[256];
  s0[threadIdx.x] = t0_global[threadIdx.x];
  s1[threadIdx.x] = t1_global[threadIdx.x];
  s2[threadIdx.x] = t2_global[threadIdx.x];
  s3[threadIdx.x] = t3_global[threadIdx.x];
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned a = nonce, b = i, c = i * 2654435761u, d = ~i;
#pragma unroll
  for (int r = 0; r < 10; r++) {
    unsigned e = s0[a >> 24] ^ s1[b >> 16 & 255] ^ s2[c >> 8 & 255] ^ s3[d & 255] ^ round_keys[r * 4];
    unsigned f = s0[b >> 24] ^ s1[c >> 16 & 255] ^ s2[d >> 8 & 255] ^ s3[a & 255] ^ round_keys[r * 4 + 1];
    unsigned g = s0[c >> 24] ^ s1[d >> 16 & 255] ^ s2[a >> 8 & 255] ^ s3[b & 255] ^ round_keys[r * 4 + 2];
    unsigned h = s0[d >> 24] ^ s1[a >> 16 & 255] ^ s2[b >> 8 & 255] ^ s3[c & 255] ^ round_keys[r * 4 + 3];
    a = e, b = f, c = g, d = h;
  }
  out[i] = make_uint4(a, b, c, d);
}

int main() {
  const int count = 1 << 19;
  uint4* out = device_zeros<uint4>(count);
  std::vector<unsigned> table(1024 + 40);
  for (unsigned& v : table) v = random24() << 8 ^ random24();
  cudaMemcpyToSymbol(t0, &table[0], sizeof(t0));
  cudaMemcpyToSymbol(t1, &table[256], sizeof(t1));
  cudaMemcpyToSymbol(t2, &table[512], sizeof(t2));
  cudaMemcpyToSymbol(t3, &table[768], sizeof(t3));
  cudaMemcpyToSymbol(round_keys, &table[1024], sizeof(round_keys));
  cudaMemcpyToSymbol(t0_global, &table[0], sizeof(t0_global));
  cudaMemcpyToSymbol(t1_global, &table[256], sizeof(t1_global));
  cudaMemcpyToSymbol(t2_global, &table[512], sizeof(t2_global));
  cudaMemcpyToSymbol(t3_global, &table[768], sizeof(t3_global));

  Comparison runs("aes_tbox4", out, count * sizeof(uint4));
  for (runs.begin("before"); runs.next();) aes_tbox4<<<count / 256, 256>>>(out, 0x12345678u);
  for (runs.begin("device"); runs.next();) aes_tbox4_device<<<count / 256, 256>>>(out, 0x12345678u);
  for (runs.begin("shared"); runs.next();) aes_tbox4_shared<<<count / 256, 256>>>(out, 0x12345678u);
  return runs.end();
}
