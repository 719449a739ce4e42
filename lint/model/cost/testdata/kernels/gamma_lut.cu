// Gamma correction of an 8-bit image through a table of 256 bytes, as in every image pipeline.
#include "measure.h"

__constant__ unsigned char gamma_table[256];
__device__ unsigned char gamma_global[256];

__global__ void gamma_lut(const uchar4* in, uchar4* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 p = in[y * width + x];
  out[y * width + x] = make_uchar4(gamma_table[p.x], gamma_table[p.y], gamma_table[p.z], p.w);
}

__global__ void gamma_lut_device(const uchar4* in, uchar4* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 p = in[y * width + x];
  out[y * width + x] = make_uchar4(gamma_global[p.x], gamma_global[p.y], gamma_global[p.z], p.w);
}

__global__ void gamma_lut_shared(const uchar4* in, uchar4* out, int width, int height) {
  __shared__ unsigned char gamma[256];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int t = threadIdx.y * 32 + threadIdx.x;
  gamma[t] = gamma_global[t];
  __syncthreads();
  if (x >= width || y >= height) return;
  uchar4 p = in[y * width + x];
  out[y * width + x] = make_uchar4(gamma[p.x], gamma[p.y], gamma[p.z], p.w);
}

int main() {
  const int width = 8192, height = 4096;
  unsigned char* in = device_random<unsigned char>((size_t)width * height * 4, 0, 256);
  unsigned char* out = device_zeros<unsigned char>((size_t)width * height * 4);
  std::vector<unsigned char> table = host_random<unsigned char>(256, 0, 256);
  cudaMemcpyToSymbol(gamma_table, table.data(), sizeof(gamma_table));
  cudaMemcpyToSymbol(gamma_global, table.data(), sizeof(gamma_global));

  Comparison runs("gamma_lut", out, (size_t)width * height * 4);
  dim3 block(32, 8);
  dim3 grid(width / 32, height / 8);
  for (runs.begin("before"); runs.next();) gamma_lut<<<grid, block>>>((uchar4*)in, (uchar4*)out, width, height);
  for (runs.begin("device"); runs.next();) gamma_lut_device<<<grid, block>>>((uchar4*)in, (uchar4*)out, width, height);
  for (runs.begin("shared"); runs.next();) gamma_lut_shared<<<grid, block>>>((uchar4*)in, (uchar4*)out, width, height);
  return runs.end();
}
