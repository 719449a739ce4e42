// Ordered dithering of an 8-bit image with the 8 x 8 Bayer matrix.
#include "measure.h"

__constant__ float bayer[8][8];
__device__ float bayer_global[8][8];

__global__ void ordered_dither(const unsigned char* in, unsigned char* out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * width + x] = in[y * width + x] > bayer[y & 7][x & 7] ? 255 : 0;
}

__global__ void ordered_dither_device(const unsigned char* in, unsigned char* out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * width + x] = in[y * width + x] > bayer_global[y & 7][x & 7] ? 255 : 0;
}

__global__ void ordered_dither_shared(const unsigned char* in, unsigned char* out, int width) {
  __shared__ float s[8][8];
  if (threadIdx.x < 8 && threadIdx.y < 8) s[threadIdx.y][threadIdx.x] = bayer_global[threadIdx.y][threadIdx.x];
  __syncthreads();
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * width + x] = in[y * width + x] > s[y & 7][x & 7] ? 255 : 0;
}

int main() {
  const int side = 8192;
  unsigned char* in = device_random<unsigned char>((size_t)side * side, 0, 256);
  unsigned char* out = device_zeros<unsigned char>((size_t)side * side);
  std::vector<float> table = host_random<float>(64, 0, 256);
  cudaMemcpyToSymbol(bayer, table.data(), sizeof(bayer));
  cudaMemcpyToSymbol(bayer_global, table.data(), sizeof(bayer_global));

  Comparison runs("ordered_dither", out, (size_t)side * side);
  dim3 grid(side / 16, side / 16), block(16, 16);
  for (runs.begin("before"); runs.next();) ordered_dither<<<grid, block>>>(in, out, side);
  for (runs.begin("device"); runs.next();) ordered_dither_device<<<grid, block>>>(in, out, side);
  for (runs.begin("shared"); runs.next();) ordered_dither_shared<<<grid, block>>>(in, out, side);
  return runs.end();
}
