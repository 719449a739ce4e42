// Base64 decoding: 16 characters to 12 bytes a thread, each character through a table of 128 bytes.
#include "measure.h"

__constant__ unsigned char sextet[128];
__device__ unsigned char sextet_global[128];

__global__ void base64_decode(const uint4* text, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 t = text[i];
  unsigned words[4] = {t.x, t.y, t.z, t.w}, bits[4];
#pragma unroll
  for (int w = 0; w < 4; w++)
    bits[w] = sextet[words[w] & 127] << 18 | sextet[words[w] >> 8 & 127] << 12 | sextet[words[w] >> 16 & 127] << 6 |
              sextet[words[w] >> 24 & 127];
  out[i * 3] = bits[0] << 8 | bits[1] >> 16;
  out[i * 3 + 1] = bits[1] << 16 | bits[2] >> 8;
  out[i * 3 + 2] = bits[2] << 24 | bits[3];
}

__global__ void base64_decode_device(const uint4* text, unsigned* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 t = text[i];
  unsigned words[4] = {t.x, t.y, t.z, t.w}, bits[4];
#pragma unroll
  for (int w = 0; w < 4; w++)
    bits[w] = sextet_global[words[w] & 127] << 18 | sextet_global[words[w] >> 8 & 127] << 12 |
              sextet_global[words[w] >> 16 & 127] << 6 | sextet_global[words[w] >> 24 & 127];
  out[i * 3] = bits[0] << 8 | bits[1] >> 16;
  out[i * 3 + 1] = bits[1] << 16 | bits[2] >> 8;
  out[i * 3 + 2] = bits[2] << 24 | bits[3];
}

__global__ void base64_decode_shared(const uint4* text, unsigned* out) {
  __shared__ unsigned char s[128];
  s[threadIdx.x] = sextet_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 t = text[i];
  unsigned words[4] = {t.x, t.y, t.z, t.w}, bits[4];
#pragma unroll
  for (int w = 0; w < 4; w++)
    bits[w] = s[words[w] & 127] << 18 | s[words[w] >> 8 & 127] << 12 | s[words[w] >> 16 & 127] << 6 | s[words[w] >> 24 & 127];
  out[i * 3] = bits[0] << 8 | bits[1] >> 16;
  out[i * 3 + 1] = bits[1] << 16 | bits[2] >> 8;
  out[i * 3 + 2] = bits[2] << 24 | bits[3];
}

int main() {
  const int count = 1 << 22;
  const char* alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> text(1 << 20), table(128);
  for (int v = 0; v < 64; v++) table[alphabet[v]] = (unsigned char)v;
  for (unsigned char& c : text) c = alphabet[random24() % 64];
  unsigned char* in = device_zeros<unsigned char>((size_t)count * 16);
  for (size_t at = 0; at < (size_t)count * 16; at += text.size())
    cudaMemcpy(in + at, text.data(), text.size(), cudaMemcpyHostToDevice);
  unsigned* out = device_zeros<unsigned>((size_t)count * 3);
  cudaMemcpyToSymbol(sextet, table.data(), sizeof(sextet));
  cudaMemcpyToSymbol(sextet_global, table.data(), sizeof(sextet_global));

  Comparison runs("base64_decode", out, (size_t)count * 12);
  for (runs.begin("before"); runs.next();) base64_decode<<<count / 128, 128>>>((uint4*)in, out);
  for (runs.begin("device"); runs.next();) base64_decode_device<<<count / 128, 128>>>((uint4*)in, out);
  for (runs.begin("shared"); runs.next();) base64_decode_shared<<<count / 128, 128>>>((uint4*)in, out);
  return runs.end();
}
