// Within-cluster error of k-means: each point reads the 16 coordinates of the centroid that it is assigned to.
#include "measure.h"

__constant__ float centroids[64 * 16];
__device__ float centroids_global[64 * 16];

__global__ void kmeans_residual(const float* points, const unsigned char* cluster, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cluster[i];
  float sum = 0;
  for (int d = 0; d < 16; d++) {
    float diff = points[d * count + i] - centroids[c * 16 + d];
    sum += diff * diff;
  }
  out[i] = sum;
}

__global__ void kmeans_residual_device(const float* points, const unsigned char* cluster, float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cluster[i];
  float sum = 0;
  for (int d = 0; d < 16; d++) {
    float diff = points[d * count + i] - centroids_global[c * 16 + d];
    sum += diff * diff;
  }
  out[i] = sum;
}

__global__ void kmeans_residual_shared(const float* points, const unsigned char* cluster, float* out, int count) {
  __shared__ float s[64 * 16];
  for (int t = threadIdx.x; t < 64 * 16; t += blockDim.x) s[t] = centroids_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cluster[i];
  float sum = 0;
  for (int d = 0; d < 16; d++) {
    float diff = points[d * count + i] - s[c * 16 + d];
    sum += diff * diff;
  }
  out[i] = sum;
}

int main() {
  const int count = 1 << 20;
  float* points = device_random<float>((size_t)count * 16, -1, 1);
  unsigned char* cluster = device_random<unsigned char>(count, 0, 64);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(64 * 16, -1, 1);
  cudaMemcpyToSymbol(centroids, table.data(), sizeof(centroids));
  cudaMemcpyToSymbol(centroids_global, table.data(), sizeof(centroids_global));

  Comparison runs("kmeans_residual", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) kmeans_residual<<<count / 512, 512>>>(points, cluster, out, count);
  for (runs.begin("device"); runs.next();) kmeans_residual_device<<<count / 512, 512>>>(points, cluster, out, count);
  for (runs.begin("shared"); runs.next();) kmeans_residual_shared<<<count / 512, 512>>>(points, cluster, out, count);
  return runs.end();
}
