// Ungapped local alignment of one query with many protein sequences: a score of the 24 x 24 substitution matrix for
// each pair of residues; the query's residue is the same for all lanes.
#include "measure.h"

__constant__ int blosum[24 * 24];
__device__ int blosum_global[24 * 24];

__global__ void blosum_score(const unsigned char* query, const unsigned char* subjects, int* best, int length, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int running = 0, highest = 0;
  for (int k = 0; k < length; k++) {
    running = max(0, running + blosum[query[k] * 24 + subjects[k * count + i]]);
    highest = max(highest, running);
  }
  best[i] = highest;
}

__global__ void blosum_score_device(const unsigned char* query, const unsigned char* subjects, int* best, int length,
                                    int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int running = 0, highest = 0;
  for (int k = 0; k < length; k++) {
    running = max(0, running + blosum_global[query[k] * 24 + subjects[k * count + i]]);
    highest = max(highest, running);
  }
  best[i] = highest;
}

__global__ void blosum_score_shared(const unsigned char* query, const unsigned char* subjects, int* best, int length,
                                    int count) {
  __shared__ int scores[24 * 24];
  for (int t = threadIdx.x; t < 24 * 24; t += blockDim.x) scores[t] = blosum_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int running = 0, highest = 0;
  for (int k = 0; k < length; k++) {
    running = max(0, running + scores[query[k] * 24 + subjects[k * count + i]]);
    highest = max(highest, running);
  }
  best[i] = highest;
}

int main() {
  const int count = 1 << 18, length = 128;
  unsigned char* query = device_random<unsigned char>(length, 0, 24);
  unsigned char* subjects = device_random<unsigned char>((size_t)count * length, 0, 24);
  int* best = device_zeros<int>(count);
  std::vector<int> table = host_random<int>(24 * 24, -4, 6);
  cudaMemcpyToSymbol(blosum, table.data(), sizeof(blosum));
  cudaMemcpyToSymbol(blosum_global, table.data(), sizeof(blosum_global));

  Comparison runs("blosum_score", best, count * sizeof(int));
  for (runs.begin("before"); runs.next();) blosum_score<<<count / 64, 64>>>(query, subjects, best, length, count);
  for (runs.begin("device"); runs.next();) blosum_score_device<<<count / 64, 64>>>(query, subjects, best, length, count);
  for (runs.begin("shared"); runs.next();) blosum_score_shared<<<count / 64, 64>>>(query, subjects, best, length, count);
  return runs.end();
}
