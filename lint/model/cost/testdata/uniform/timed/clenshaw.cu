// A Chebyshev series of 96 terms in double precision, the loop kept rolled.
#include "../../kernels/measure.h"

__constant__ double coefficient[96];
__device__ double coefficient_global[96];

__global__ void clenshaw(const double* in, double* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  double t = in[x], b0 = 0, b1 = 0;
#pragma unroll 1
  for (int i = 95; i > 0; i--) {
    double b = 2 * t * b0 - b1 + coefficient[i];
    b1 = b0;
    b0 = b;
  }
  out[x] = t * b0 - b1 + coefficient[0];
}

__global__ void clenshaw_device(const double* in, double* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  double t = in[x], b0 = 0, b1 = 0;
#pragma unroll 1
  for (int i = 95; i > 0; i--) {
    double b = 2 * t * b0 - b1 + coefficient_global[i];
    b1 = b0;
    b0 = b;
  }
  out[x] = t * b0 - b1 + coefficient_global[0];
}

__global__ void clenshaw_unrolled(const double* in, double* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  double t = in[x], b0 = 0, b1 = 0;
#pragma unroll
  for (int i = 95; i > 0; i--) {
    double b = 2 * t * b0 - b1 + coefficient[i];
    b1 = b0;
    b0 = b;
  }
  out[x] = t * b0 - b1 + coefficient[0];
}

int main() {
  const int n = 1 << 20;
  double* in = device_random<double>(n, -1, 1);
  double* out = device_zeros<double>(n);
  std::vector<double> coefficient_h = host_random<double>(96, -1, 1);
  cudaMemcpyToSymbol(coefficient, coefficient_h.data(), sizeof(coefficient));
  cudaMemcpyToSymbol(coefficient_global, coefficient_h.data(), sizeof(coefficient_global));

  Comparison runs("clenshaw", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) clenshaw<<<n / 256, 256>>>(in, out);
  for (runs.begin("device"); runs.next();) clenshaw_device<<<n / 256, 256>>>(in, out);
  for (runs.begin("unrolled"); runs.next();) clenshaw_unrolled<<<n / 256, 256>>>(in, out);
  return runs.end();
}
