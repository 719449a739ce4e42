// 27-point neighbourhood of a sparse stencil: a warp a cell, lane k reads neighbour k through a table of offsets, and
// the warp adds up.
#include "measure.h"

__constant__ int offsets[27];
__device__ int offsets_global[27];

__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  return v;
}

__global__ void neighbour_offsets(const float* field, const int* cells, float* out) {
  int lane = threadIdx.x % 32;
  int i = blockIdx.x * 3 + threadIdx.x / 32;
  float v = 0;
  if (lane < 27) v = field[cells[i] + offsets[lane]];
  v = warp_sum(v);
  if (lane == 0) out[i] = v * (1.0f / 27);
}

__global__ void neighbour_offsets_device(const float* field, const int* cells, float* out) {
  int lane = threadIdx.x % 32;
  int i = blockIdx.x * 3 + threadIdx.x / 32;
  float v = 0;
  if (lane < 27) v = field[cells[i] + offsets_global[lane]];
  v = warp_sum(v);
  if (lane == 0) out[i] = v * (1.0f / 27);
}

__global__ void neighbour_offsets_shared(const float* field, const int* cells, float* out) {
  __shared__ int s[27];
  if (threadIdx.x < 27) s[threadIdx.x] = offsets_global[threadIdx.x];
  __syncthreads();
  int lane = threadIdx.x % 32;
  int i = blockIdx.x * 3 + threadIdx.x / 32;
  float v = 0;
  if (lane < 27) v = field[cells[i] + s[lane]];
  v = warp_sum(v);
  if (lane == 0) out[i] = v * (1.0f / 27);
}

int main() {
  const int side = 128, blocks = 1 << 18;
  const int margin = side * side + side + 1;
  float* field = device_random<float>(side * side * side, 0, 1);
  int* cells = device_random<int>(blocks * 3, margin, side * side * side - margin);
  float* out = device_zeros<float>(blocks * 3);
  std::vector<int> table;
  for (int z = -1; z <= 1; z++)
    for (int y = -1; y <= 1; y++)
      for (int x = -1; x <= 1; x++) table.push_back((z * side + y) * side + x);
  cudaMemcpyToSymbol(offsets, table.data(), sizeof(offsets));
  cudaMemcpyToSymbol(offsets_global, table.data(), sizeof(offsets_global));

  Comparison runs("neighbour_offsets", out, blocks * 3 * sizeof(float));
  for (runs.begin("before"); runs.next();) neighbour_offsets<<<1 << 18, 96>>>(field, cells, out);
  for (runs.begin("device"); runs.next();) neighbour_offsets_device<<<1 << 18, 96>>>(field, cells, out);
  for (runs.begin("shared"); runs.next();) neighbour_offsets_shared<<<1 << 18, 96>>>(field, cells, out);
  return runs.end();
}
