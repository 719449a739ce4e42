// Four octaves of gradient noise with the classic permutation table of 512 entries, as in procedural textures.
#include "measure.h"

__constant__ int permutation[512];
__device__ int permutation_global[512];

__device__ float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

__device__ float gradient(int hash, float x, float y) {
  float u = hash & 1 ? -x : x, v = hash & 2 ? -y : y;
  return hash & 4 ? u + 2 * v : 2 * u + v;
}

__device__ float blend(float x, float y, int h00, int h10, int h01, int h11) {
  float u = fade(x), v = fade(y);
  float lower = gradient(h00, x, y) + u * (gradient(h10, x - 1, y) - gradient(h00, x, y));
  float upper = gradient(h01, x, y - 1) + u * (gradient(h11, x - 1, y - 1) - gradient(h01, x, y - 1));
  return lower + v * (upper - lower);
}

__global__ void perlin_noise(float* out, int width, int octaves) {
  int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
  float x = px * 0.37f, y = py * 0.37f, scale = 1, sum = 0;
  for (int octave = 0; octave < octaves; octave++) {
    float fx = floorf(x), fy = floorf(y);
    int cx = (int)fx & 255, cy = (int)fy & 255;
    int a = permutation[cx] + cy, b = permutation[cx + 1] + cy;
    sum += scale * blend(x - fx, y - fy, permutation[a & 255], permutation[b & 255], permutation[(a + 1) & 255],
                         permutation[(b + 1) & 255]);
    x *= 2, y *= 2, scale *= 0.5f;
  }
  out[py * width + px] = sum;
}

__global__ void perlin_noise_device(float* out, int width, int octaves) {
  int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
  float x = px * 0.37f, y = py * 0.37f, scale = 1, sum = 0;
  const int* p = permutation_global;
  for (int octave = 0; octave < octaves; octave++) {
    float fx = floorf(x), fy = floorf(y);
    int cx = (int)fx & 255, cy = (int)fy & 255;
    int a = p[cx] + cy, b = p[cx + 1] + cy;
    sum += scale * blend(x - fx, y - fy, p[a & 255], p[b & 255], p[(a + 1) & 255], p[(b + 1) & 255]);
    x *= 2, y *= 2, scale *= 0.5f;
  }
  out[py * width + px] = sum;
}

__global__ void perlin_noise_shared(float* out, int width, int octaves) {
  __shared__ int p[512];
  for (int t = threadIdx.y * 32 + threadIdx.x; t < 512; t += 256) p[t] = permutation_global[t];
  __syncthreads();
  int px = blockIdx.x * 32 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y;
  float x = px * 0.37f, y = py * 0.37f, scale = 1, sum = 0;
  for (int octave = 0; octave < octaves; octave++) {
    float fx = floorf(x), fy = floorf(y);
    int cx = (int)fx & 255, cy = (int)fy & 255;
    int a = p[cx] + cy, b = p[cx + 1] + cy;
    sum += scale * blend(x - fx, y - fy, p[a & 255], p[b & 255], p[(a + 1) & 255], p[(b + 1) & 255]);
    x *= 2, y *= 2, scale *= 0.5f;
  }
  out[py * width + px] = sum;
}

int main() {
  const int side = 2048;
  float* out = device_zeros<float>(side * side);
  std::vector<int> table = host_random<int>(512, 0, 256);
  cudaMemcpyToSymbol(permutation, table.data(), sizeof(permutation));
  cudaMemcpyToSymbol(permutation_global, table.data(), sizeof(permutation_global));

  Comparison runs("perlin_noise", out, side * side * sizeof(float));
  dim3 grid(side / 32, side / 8), block(32, 8);
  for (runs.begin("before"); runs.next();) perlin_noise<<<grid, block>>>(out, side, 4);
  for (runs.begin("device"); runs.next();) perlin_noise_device<<<grid, block>>>(out, side, 4);
  for (runs.begin("shared"); runs.next();) perlin_noise_shared<<<grid, block>>>(out, side, 4);
  return runs.end();
}
