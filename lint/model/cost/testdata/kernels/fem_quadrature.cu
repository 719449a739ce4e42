// Energy of hexahedral elements: thread x is one of eight quadrature points, y and z choose the element; the shape
// functions and their gradients at the point come from tables in double precision (2 KB together).
#include "measure.h"

__constant__ double shape[8 * 8], gradient[8 * 24];
__device__ double shape_global[8 * 8], gradient_global[8 * 24];

__device__ double sum8(double v) {
  for (int step = 4; step > 0; step /= 2) v += __shfl_xor_sync(0xffffffffu, v, step);
  return v;
}

__global__ void fem_quadrature(const double* nodal, double* energy) {
  int q = threadIdx.x;
  int element = (blockIdx.x * 4 + threadIdx.z) * 8 + threadIdx.y;
  double u = 0, gx = 0, gy = 0, gz = 0;
  for (int a = 0; a < 8; a++) {
    double value = nodal[element * 8 + a];
    u += shape[q * 8 + a] * value;
    gx += gradient[q * 24 + a * 3] * value;
    gy += gradient[q * 24 + a * 3 + 1] * value;
    gz += gradient[q * 24 + a * 3 + 2] * value;
  }
  double e = sum8(0.5 * (gx * gx + gy * gy + gz * gz) + u * u);
  if (q == 0) energy[element] = e;
}

__global__ void fem_quadrature_device(const double* nodal, double* energy) {
  int q = threadIdx.x;
  int element = (blockIdx.x * 4 + threadIdx.z) * 8 + threadIdx.y;
  double u = 0, gx = 0, gy = 0, gz = 0;
  for (int a = 0; a < 8; a++) {
    double value = nodal[element * 8 + a];
    u += shape_global[q * 8 + a] * value;
    gx += gradient_global[q * 24 + a * 3] * value;
    gy += gradient_global[q * 24 + a * 3 + 1] * value;
    gz += gradient_global[q * 24 + a * 3 + 2] * value;
  }
  double e = sum8(0.5 * (gx * gx + gy * gy + gz * gz) + u * u);
  if (q == 0) energy[element] = e;
}

__global__ void fem_quadrature_shared(const double* nodal, double* energy) {
  __shared__ double s[8 * 8], g[8 * 24];
  int t = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
  if (t < 64) s[t] = shape_global[t];
  if (t < 192) g[t] = gradient_global[t];
  __syncthreads();
  int q = threadIdx.x;
  int element = (blockIdx.x * 4 + threadIdx.z) * 8 + threadIdx.y;
  double u = 0, gx = 0, gy = 0, gz = 0;
  for (int a = 0; a < 8; a++) {
    double value = nodal[element * 8 + a];
    u += s[q * 8 + a] * value;
    gx += g[q * 24 + a * 3] * value;
    gy += g[q * 24 + a * 3 + 1] * value;
    gz += g[q * 24 + a * 3 + 2] * value;
  }
  double e = sum8(0.5 * (gx * gx + gy * gy + gz * gz) + u * u);
  if (q == 0) energy[element] = e;
}

int main() {
  const int elements = 1 << 18;
  double* nodal = device_random<double>(elements * 8, -1, 1);
  double* energy = device_zeros<double>(elements);
  std::vector<double> s = host_random<double>(8 * 8, -1, 1), g = host_random<double>(8 * 24, -1, 1);
  cudaMemcpyToSymbol(shape, s.data(), sizeof(shape));
  cudaMemcpyToSymbol(gradient, g.data(), sizeof(gradient));
  cudaMemcpyToSymbol(shape_global, s.data(), sizeof(shape_global));
  cudaMemcpyToSymbol(gradient_global, g.data(), sizeof(gradient_global));

  Comparison runs("fem_quadrature", energy, elements * sizeof(double));
  dim3 block(8, 8, 4);
  for (runs.begin("before"); runs.next();) fem_quadrature<<<elements / 32, block>>>(nodal, energy);
  for (runs.begin("device"); runs.next();) fem_quadrature_device<<<elements / 32, block>>>(nodal, energy);
  for (runs.begin("shared"); runs.next();) fem_quadrature_shared<<<elements / 32, block>>>(nodal, energy);
  return runs.end();
}
