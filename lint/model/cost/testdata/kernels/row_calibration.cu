// Flat-field correction of a line scanner: one gain for each of 15360 rows (60 KB), two rows a warp, each gain read
// by few warps while the image streams through L1.
#include "measure.h"

__constant__ float gain[15360];
__device__ float gain_global[15360];

__global__ void row_calibration(const float* in, float* out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  size_t i = (size_t)y * width + x;
  out[i] = in[i] * gain[y];
}

__global__ void row_calibration_device(const float* in, float* out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  size_t i = (size_t)y * width + x;
  out[i] = in[i] * gain_global[y];
}

int main() {
  const int width = 2048, height = 15360;
  const size_t count = (size_t)width * height;
  float* in = device_random<float>(count, 0, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(height, 0.5, 2);
  cudaMemcpyToSymbol(gain, table.data(), sizeof(gain));
  cudaMemcpyToSymbol(gain_global, table.data(), sizeof(gain_global));

  Comparison runs("row_calibration", out, count * sizeof(float));
  dim3 grid(width / 16, height / 16), block(16, 16);
  for (runs.begin("before"); runs.next();) row_calibration<<<grid, block>>>(in, out, width);
  for (runs.begin("device"); runs.next();) row_calibration_device<<<grid, block>>>(in, out, width);
  return runs.end();
}
