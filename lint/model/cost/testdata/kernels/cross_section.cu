// Monte Carlo transport of particles: flight lengths from a cross-section table of 60 KB at the particle's energy, then
// a collision that loses energy. Few particles a multiprocessor, no memory traffic but the table.
#include "measure.h"

__constant__ float cross_sections[15360];
__device__ float cross_sections_global[15360];

__device__ float uniform(unsigned& state) {
  state = state * 1664525u + 1013904223u;
  return ((state >> 8) + 0.5f) * (1.0f / 16777216);
}

__global__ void cross_section(float* path, int collisions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 747796405u + 1u;
  float energy = uniform(state), length = 0;
  for (int k = 0; k < collisions; k++) {
    float sigma = cross_sections[(int)(energy * 15359.0f)];
    length += -__logf(uniform(state)) / sigma;
    energy = sqrtf(energy * uniform(state));
  }
  path[i] = length;
}

__global__ void cross_section_device(float* path, int collisions) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 747796405u + 1u;
  float energy = uniform(state), length = 0;
  for (int k = 0; k < collisions; k++) {
    float sigma = cross_sections_global[(int)(energy * 15359.0f)];
    length += -__logf(uniform(state)) / sigma;
    energy = sqrtf(energy * uniform(state));
  }
  path[i] = length;
}

int main() {
  const int particles = 264 * 96;
  float* path = device_zeros<float>(particles);
  std::vector<float> table = host_random<float>(15360, 0.1, 10);
  cudaMemcpyToSymbol(cross_sections, table.data(), sizeof(cross_sections));
  cudaMemcpyToSymbol(cross_sections_global, table.data(), sizeof(cross_sections_global));

  Comparison runs("cross_section", path, particles * sizeof(float));
  for (runs.begin("before"); runs.next();) cross_section<<<264, 96>>>(path, 512);
  for (runs.begin("device"); runs.next();) cross_section_device<<<264, 96>>>(path, 512);
  return runs.end();
}
