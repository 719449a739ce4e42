// The rows of a matrix, four at a time.
#include "../../kernels/measure.h"

__constant__ float matrix[64][16];
__device__ float matrix_global[64][16];

__global__ void rows_by_4(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v[16];
  for (int c = 0; c < 16; c++) v[c] = in[x + c * 256];
  float least = 1e30f;
#pragma unroll 4
  for (int r = 0; r < 64; r++) {
    float sum = 0;
    for (int c = 0; c < 16; c++) sum += matrix[r][c] * v[c];
    least = fminf(least, sum);
  }
  out[x] = least;
}

__global__ void rows_by_4_device(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v[16];
  for (int c = 0; c < 16; c++) v[c] = in[x + c * 256];
  float least = 1e30f;
#pragma unroll 4
  for (int r = 0; r < 64; r++) {
    float sum = 0;
    for (int c = 0; c < 16; c++) sum += matrix_global[r][c] * v[c];
    least = fminf(least, sum);
  }
  out[x] = least;
}

__global__ void rows_by_4_unrolled(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v[16];
  for (int c = 0; c < 16; c++) v[c] = in[x + c * 256];
  float least = 1e30f;
#pragma unroll
  for (int r = 0; r < 64; r++) {
    float sum = 0;
    for (int c = 0; c < 16; c++) sum += matrix[r][c] * v[c];
    least = fminf(least, sum);
  }
  out[x] = least;
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(n);
  std::vector<float> matrix_h = host_random<float>(1024, -1, 1);
  cudaMemcpyToSymbol(matrix, matrix_h.data(), sizeof(matrix));
  cudaMemcpyToSymbol(matrix_global, matrix_h.data(), sizeof(matrix_global));

  Comparison runs("rows_by_4", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) rows_by_4<<<n / 256, 256>>>(in, out);
  for (runs.begin("device"); runs.next();) rows_by_4_device<<<n / 256, 256>>>(in, out);
  for (runs.begin("unrolled"); runs.next();) rows_by_4_unrolled<<<n / 256, 256>>>(in, out);
  return runs.end();
}
