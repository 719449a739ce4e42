// One matrix for the vectors of all threads: 32 rows of 32.
#include "../../kernels/measure.h"

__constant__ float matrix[32][32];
__device__ float matrix_global[32][32];

__global__ void matvec_32(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v[32];
  for (int c = 0; c < 32; c++) v[c] = in[x + c * 256];
  for (int r = 0; r < 32; r++) {
    float sum = 0;
    for (int c = 0; c < 32; c++) sum += matrix[r][c] * v[c];
    out[r * (gridDim.x * blockDim.x) + x] = sum;
  }
}

__global__ void matvec_32_device(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v[32];
  for (int c = 0; c < 32; c++) v[c] = in[x + c * 256];
  for (int r = 0; r < 32; r++) {
    float sum = 0;
    for (int c = 0; c < 32; c++) sum += matrix_global[r][c] * v[c];
    out[r * (gridDim.x * blockDim.x) + x] = sum;
  }
}

__global__ void matvec_32_unrolled(const float* in, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v[32];
  for (int c = 0; c < 32; c++) v[c] = in[x + c * 256];
#pragma unroll
  for (int r = 0; r < 32; r++) {
    float sum = 0;
    for (int c = 0; c < 32; c++) sum += matrix[r][c] * v[c];
    out[r * (gridDim.x * blockDim.x) + x] = sum;
  }
}

int main() {
  const int n = 1 << 20;
  float* in = device_random<float>(n + 8192, -1, 1);
  float* out = device_zeros<float>(32 * (size_t)n);
  std::vector<float> matrix_h = host_random<float>(1024, -1, 1);
  cudaMemcpyToSymbol(matrix, matrix_h.data(), sizeof(matrix));
  cudaMemcpyToSymbol(matrix_global, matrix_h.data(), sizeof(matrix_global));

  Comparison runs("matvec_32", out, (32 * (size_t)n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) matvec_32<<<n / 256, 256>>>(in, out);
  for (runs.begin("device"); runs.next();) matvec_32_device<<<n / 256, 256>>>(in, out);
  for (runs.begin("unrolled"); runs.next();) matvec_32_unrolled<<<n / 256, 256>>>(in, out);
  return runs.end();
}
