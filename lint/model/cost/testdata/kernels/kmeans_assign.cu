// Assignment step of k-means in two dimensions: all lanes walk the 256 centroids together, so that the reads are
// uniform; unrolled, the offsets are literals and constant memory is the right place.
#include "measure.h"

__constant__ float2 centres[256];
__device__ float2 centres_global[256];

__global__ void kmeans_assign(const float2* points, int* nearest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 p = points[i];
  float best = 3.4e38f;
  int index = 0;
#pragma unroll
  for (int c = 0; c < 256; c++) {
    float dx = p.x - centres[c].x, dy = p.y - centres[c].y;
    float d = dx * dx + dy * dy;
    if (d < best) best = d, index = c;
  }
  nearest[i] = index;
}

__global__ void kmeans_assign_device(const float2* points, int* nearest) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 p = points[i];
  float best = 3.4e38f;
  int index = 0;
#pragma unroll
  for (int c = 0; c < 256; c++) {
    float dx = p.x - centres_global[c].x, dy = p.y - centres_global[c].y;
    float d = dx * dx + dy * dy;
    if (d < best) best = d, index = c;
  }
  nearest[i] = index;
}

__global__ void kmeans_assign_shared(const float2* points, int* nearest) {
  __shared__ float2 s[256];
  s[threadIdx.x] = centres_global[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 p = points[i];
  float best = 3.4e38f;
  int index = 0;
#pragma unroll
  for (int c = 0; c < 256; c++) {
    float dx = p.x - s[c].x, dy = p.y - s[c].y;
    float d = dx * dx + dy * dy;
    if (d < best) best = d, index = c;
  }
  nearest[i] = index;
}

int main() {
  const int count = 1 << 20;
  float2* points = (float2*)device_random<float>(count * 2, 0, 1);
  int* nearest = device_zeros<int>(count);
  std::vector<float> table = host_random<float>(512, 0, 1);
  cudaMemcpyToSymbol(centres, table.data(), sizeof(centres));
  cudaMemcpyToSymbol(centres_global, table.data(), sizeof(centres_global));

  Comparison runs("kmeans_assign", nearest, count * sizeof(int));
  for (runs.begin("before"); runs.next();) kmeans_assign<<<count / 256, 256>>>(points, nearest);
  for (runs.begin("device"); runs.next();) kmeans_assign_device<<<count / 256, 256>>>(points, nearest);
  for (runs.begin("shared"); runs.next();) kmeans_assign_shared<<<count / 256, 256>>>(points, nearest);
  return runs.end();
}
