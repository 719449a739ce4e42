// One explicit step of a heat equation's source term: each cell looks up four properties of its material.
#include "measure.h"

__constant__ float4 properties[1024];  // density, heat capacity, source, loss
__device__ float4 properties_global[1024];

__global__ void material_props(const unsigned short* material, const float* temperature, float* out, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = properties[material[i]];
  float t = temperature[i];
  out[i] = t + dt * (p.z - p.w * (t - 293.15f)) / (p.x * p.y);
}

__global__ void material_props_device(const unsigned short* material, const float* temperature, float* out, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = properties_global[material[i]];
  float t = temperature[i];
  out[i] = t + dt * (p.z - p.w * (t - 293.15f)) / (p.x * p.y);
}

__global__ void material_props_shared(const unsigned short* material, const float* temperature, float* out, float dt) {
  __shared__ float4 props[1024];
  for (int t = threadIdx.x; t < 1024; t += blockDim.x) props[t] = properties_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = props[material[i]];
  float t = temperature[i];
  out[i] = t + dt * (p.z - p.w * (t - 293.15f)) / (p.x * p.y);
}

int main() {
  const int cells = 1 << 24;
  unsigned short* material = device_random<unsigned short>(cells, 0, 1024);
  float* temperature = device_random<float>(cells, 250, 400);
  float* out = device_zeros<float>(cells);
  std::vector<float> table = host_random<float>(4096, 0.5, 2.0);
  cudaMemcpyToSymbol(properties, table.data(), sizeof(properties));
  cudaMemcpyToSymbol(properties_global, table.data(), sizeof(properties_global));

  Comparison runs("material_props", out, cells * sizeof(float));
  for (runs.begin("before"); runs.next();) material_props<<<cells / 128, 128>>>(material, temperature, out, 0.01f);
  for (runs.begin("device"); runs.next();) material_props_device<<<cells / 128, 128>>>(material, temperature, out, 0.01f);
  for (runs.begin("shared"); runs.next();) material_props_shared<<<cells / 128, 128>>>(material, temperature, out, 0.01f);
  return runs.end();
}
