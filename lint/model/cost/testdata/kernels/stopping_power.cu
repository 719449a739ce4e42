// Energy loss of ions in double precision: a shell correction from a table of 1536 values (12 KB) for each step, then
// a formula with a logarithm, an exponential and two divisions.
#include "measure.h"

__constant__ double correction[1536];
__device__ double correction_global[1536];

__device__ double loss(double energy, double shell) {
  double beta2 = energy / (energy + 1.0);
  return (log(1.0 + 50.0 * energy) - beta2 - 0.01 * shell) / (beta2 + 0.1) * exp(-energy) * 0.001;
}

__global__ void stopping_power(const double* start, double* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double energy = start[i];
  for (int s = 0; s < steps; s++) energy -= loss(energy, correction[(int)(energy * 1535.0)]);
  out[i] = energy;
}

__global__ void stopping_power_device(const double* start, double* out, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double energy = start[i];
  for (int s = 0; s < steps; s++) energy -= loss(energy, correction_global[(int)(energy * 1535.0)]);
  out[i] = energy;
}

__global__ void stopping_power_shared(const double* start, double* out, int steps) {
  __shared__ double table[1536];
  for (int t = threadIdx.x; t < 1536; t += blockDim.x) table[t] = correction_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double energy = start[i];
  for (int s = 0; s < steps; s++) energy -= loss(energy, table[(int)(energy * 1535.0)]);
  out[i] = energy;
}

int main() {
  const int count = 1 << 18;
  double* start = device_random<double>(count, 0.3, 1);
  double* out = device_zeros<double>(count);
  std::vector<double> table = host_random<double>(1536, 0, 1);
  cudaMemcpyToSymbol(correction, table.data(), sizeof(correction));
  cudaMemcpyToSymbol(correction_global, table.data(), sizeof(correction_global));

  Comparison runs("stopping_power", out, count * sizeof(double));
  for (runs.begin("before"); runs.next();) stopping_power<<<count / 256, 256>>>(start, out, 8);
  for (runs.begin("device"); runs.next();) stopping_power_device<<<count / 256, 256>>>(start, out, 8);
  for (runs.begin("shared"); runs.next();) stopping_power_shared<<<count / 256, 256>>>(start, out, 8);
  return runs.end();
}
