// Lennard-Jones forces in a small cut-off box: each atom meets the 128 atoms of its tile in shared memory; the two
// coefficients of a pair come from a table of 8 x 8 atom types. The partner is the same for all lanes, the atom's own
// type is not: up to eight addresses a warp.
#include "measure.h"

__constant__ float2 pair_table[8 * 8];
__device__ float2 pair_table_global[8 * 8];

__global__ void lj_types(const float4* atoms, const int* types, float4* force) {
  __shared__ float4 tile[128];
  __shared__ int tile_type[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 a = tile[threadIdx.x] = atoms[i];
  int own = tile_type[threadIdx.x] = types[i];
  __syncthreads();
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < 128; j++) {
    float4 b = tile[j];
    float2 c = pair_table[tile_type[j] * 8 + own];
    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    float inverse = 1.0f / (dx * dx + dy * dy + dz * dz + 0.01f);
    float sixth = inverse * inverse * inverse;
    float f = (c.x * sixth - c.y) * sixth * inverse;
    fx += f * dx, fy += f * dy, fz += f * dz;
  }
  force[i] = make_float4(fx, fy, fz, 0);
}

__global__ void lj_types_device(const float4* atoms, const int* types, float4* force) {
  __shared__ float4 tile[128];
  __shared__ int tile_type[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 a = tile[threadIdx.x] = atoms[i];
  int own = tile_type[threadIdx.x] = types[i];
  __syncthreads();
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < 128; j++) {
    float4 b = tile[j];
    float2 c = pair_table_global[tile_type[j] * 8 + own];
    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    float inverse = 1.0f / (dx * dx + dy * dy + dz * dz + 0.01f);
    float sixth = inverse * inverse * inverse;
    float f = (c.x * sixth - c.y) * sixth * inverse;
    fx += f * dx, fy += f * dy, fz += f * dz;
  }
  force[i] = make_float4(fx, fy, fz, 0);
}

__global__ void lj_types_shared(const float4* atoms, const int* types, float4* force) {
  __shared__ float4 tile[128];
  __shared__ int tile_type[128];
  __shared__ float2 pairs[8 * 8];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 a = tile[threadIdx.x] = atoms[i];
  int own = tile_type[threadIdx.x] = types[i];
  if (threadIdx.x < 64) pairs[threadIdx.x] = pair_table_global[threadIdx.x];
  __syncthreads();
  float fx = 0, fy = 0, fz = 0;
  for (int j = 0; j < 128; j++) {
    float4 b = tile[j];
    float2 c = pairs[tile_type[j] * 8 + own];
    float dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    float inverse = 1.0f / (dx * dx + dy * dy + dz * dz + 0.01f);
    float sixth = inverse * inverse * inverse;
    float f = (c.x * sixth - c.y) * sixth * inverse;
    fx += f * dx, fy += f * dy, fz += f * dz;
  }
  force[i] = make_float4(fx, fy, fz, 0);
}

int main() {
  const int atoms_count = 1 << 19;
  float4* atoms = (float4*)device_random<float>(atoms_count * 4, 0, 4);
  int* types = device_random<int>(atoms_count, 0, 8);
  float4* force = device_zeros<float4>(atoms_count);
  std::vector<float> table = host_random<float>(128, 0.5, 2);
  cudaMemcpyToSymbol(pair_table, table.data(), sizeof(pair_table));
  cudaMemcpyToSymbol(pair_table_global, table.data(), sizeof(pair_table_global));

  Comparison runs("lj_types", force, atoms_count * sizeof(float4));
  for (runs.begin("before"); runs.next();) lj_types<<<atoms_count / 128, 128>>>(atoms, types, force);
  for (runs.begin("device"); runs.next();) lj_types_device<<<atoms_count / 128, 128>>>(atoms, types, force);
  for (runs.begin("shared"); runs.next();) lj_types_shared<<<atoms_count / 128, 128>>>(atoms, types, force);
  return runs.end();
}
