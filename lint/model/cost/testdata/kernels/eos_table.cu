// Pressure from a tabulated equation of state, 80 densities x 96 temperatures (30 KB), bilinear.
#include "measure.h"

__constant__ float pressure[80 * 96];
__device__ float pressure_global[80 * 96];

__global__ void eos_table(const float* density, const float* temperature, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = density[i] * 79, t = temperature[i] * 95;
  int ir = (int)r, it = (int)t;
  int k = ir * 96 + it;
  float low = pressure[k] + (t - it) * (pressure[k + 1] - pressure[k]);
  float high = pressure[k + 96] + (t - it) * (pressure[k + 97] - pressure[k + 96]);
  out[i] = low + (r - ir) * (high - low);
}

__global__ void eos_table_device(const float* density, const float* temperature, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = density[i] * 79, t = temperature[i] * 95;
  int ir = (int)r, it = (int)t;
  const float* p = &pressure_global[ir * 96 + it];
  float low = p[0] + (t - it) * (p[1] - p[0]);
  float high = p[96] + (t - it) * (p[97] - p[96]);
  out[i] = low + (r - ir) * (high - low);
}

__global__ void eos_table_shared(const float* density, const float* temperature, float* out) {
  __shared__ float table[80 * 96];
  for (int e = threadIdx.x; e < 80 * 96; e += blockDim.x) table[e] = pressure_global[e];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float r = density[i] * 79, t = temperature[i] * 95;
  int ir = (int)r, it = (int)t;
  const float* p = &table[ir * 96 + it];
  float low = p[0] + (t - it) * (p[1] - p[0]);
  float high = p[96] + (t - it) * (p[97] - p[96]);
  out[i] = low + (r - ir) * (high - low);
}

int main() {
  const int count = 1 << 23;
  float* density = device_random<float>(count, 0, 0.999);
  float* temperature = device_random<float>(count, 0, 0.999);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(80 * 96, 0, 1);
  cudaMemcpyToSymbol(pressure, table.data(), sizeof(pressure));
  cudaMemcpyToSymbol(pressure_global, table.data(), sizeof(pressure_global));

  Comparison runs("eos_table", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) eos_table<<<count / 128, 128>>>(density, temperature, out);
  for (runs.begin("device"); runs.next();) eos_table_device<<<count / 128, 128>>>(density, temperature, out);
  for (runs.begin("shared"); runs.next();) eos_table_shared<<<count / 128, 128>>>(density, temperature, out);
  return runs.end();
}
