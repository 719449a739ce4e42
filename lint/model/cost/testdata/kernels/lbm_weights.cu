// Collision step of a D2Q9 lattice Boltzmann method: weights and velocities are read with offsets that become literals
// once the loop over the nine directions is unrolled. Constant memory is the right place; the bandwidth of DRAM decides.
#include "measure.h"

__constant__ float weight[9], velocity_x[9], velocity_y[9];
__device__ float weight_global[9], velocity_x_global[9], velocity_y_global[9];

__global__ void lbm_weights(const float* f, float* out, int cells, float omega) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float g[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int d = 0; d < 9; d++) {
    g[d] = f[d * cells + i];
    rho += g[d];
    ux += g[d] * velocity_x[d];
    uy += g[d] * velocity_y[d];
  }
  ux /= rho, uy /= rho;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int d = 0; d < 9; d++) {
    float cu = 3.0f * (velocity_x[d] * ux + velocity_y[d] * uy);
    float equilibrium = weight[d] * rho * (1.0f + cu + 0.5f * cu * cu - square);
    out[d * cells + i] = g[d] + omega * (equilibrium - g[d]);
  }
}

__global__ void lbm_weights_device(const float* f, float* out, int cells, float omega) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float g[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int d = 0; d < 9; d++) {
    g[d] = f[d * cells + i];
    rho += g[d];
    ux += g[d] * velocity_x_global[d];
    uy += g[d] * velocity_y_global[d];
  }
  ux /= rho, uy /= rho;
  float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
  for (int d = 0; d < 9; d++) {
    float cu = 3.0f * (velocity_x_global[d] * ux + velocity_y_global[d] * uy);
    float equilibrium = weight_global[d] * rho * (1.0f + cu + 0.5f * cu * cu - square);
    out[d * cells + i] = g[d] + omega * (equilibrium - g[d]);
  }
}

int main() {
  const int cells = 1 << 22;
  float* f = device_random<float>((size_t)cells * 9, 0.05, 0.2);
  float* out = device_zeros<float>((size_t)cells * 9);
  const float w[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  const float x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  cudaMemcpyToSymbol(weight, w, sizeof(w));
  cudaMemcpyToSymbol(velocity_x, x, sizeof(x));
  cudaMemcpyToSymbol(velocity_y, y, sizeof(y));
  cudaMemcpyToSymbol(weight_global, w, sizeof(w));
  cudaMemcpyToSymbol(velocity_x_global, x, sizeof(x));
  cudaMemcpyToSymbol(velocity_y_global, y, sizeof(y));

  Comparison runs("lbm_weights", out, (size_t)cells * 9 * sizeof(float));
  for (runs.begin("before"); runs.next();) lbm_weights<<<cells / 256, 256>>>(f, out, cells, 1.2f);
  for (runs.begin("device"); runs.next();) lbm_weights_device<<<cells / 256, 256>>>(f, out, cells, 1.2f);
  return runs.end();
}
