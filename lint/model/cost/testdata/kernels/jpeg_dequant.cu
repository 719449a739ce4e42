// Dequantisation in a JPEG decoder: a block of 64 threads holds one 8 x 8 block of coefficients, each multiplied by
// its entry of the quantisation table.
#include "measure.h"

__constant__ unsigned short quantisation[64];
__device__ unsigned short quantisation_global[64];

__global__ void jpeg_dequant(const short* coefficients, short* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = (short)(coefficients[i] * quantisation[threadIdx.x]);
}

__global__ void jpeg_dequant_device(const short* coefficients, short* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = (short)(coefficients[i] * quantisation_global[threadIdx.x]);
}

__global__ void jpeg_dequant_shared(const short* coefficients, short* out) {
  __shared__ unsigned short q[64];
  q[threadIdx.x] = quantisation_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = (short)(coefficients[i] * q[threadIdx.x]);
}

int main() {
  const int blocks = 1 << 20;
  const size_t count = (size_t)blocks * 64;
  short* in = device_random<short>(count, -128, 128);
  short* out = device_zeros<short>(count);
  std::vector<unsigned short> table = host_random<unsigned short>(64, 1, 100);
  cudaMemcpyToSymbol(quantisation, table.data(), sizeof(quantisation));
  cudaMemcpyToSymbol(quantisation_global, table.data(), sizeof(quantisation_global));

  Comparison runs("jpeg_dequant", out, count * sizeof(short));
  for (runs.begin("before"); runs.next();) jpeg_dequant<<<1 << 20, 64>>>(in, out);
  for (runs.begin("device"); runs.next();) jpeg_dequant_device<<<1 << 20, 64>>>(in, out);
  for (runs.begin("shared"); runs.next();) jpeg_dequant_shared<<<1 << 20, 64>>>(in, out);
  return runs.end();
}
