// Option prices with the volatility taken from a surface of 32 maturities x 64 strikes (8 KB): one lookup, then a
// closed formula of some two hundred instructions, repeated for eight spot prices.
#include "measure.h"

__constant__ float surface[32 * 64];
__device__ float surface_global[32 * 64];

__device__ float price(float spot, float strike, float years, float sigma) {
  float root = sigma * sqrtf(years);
  float d1 = (logf(spot / strike) + (0.02f + 0.5f * sigma * sigma) * years) / root;
  return spot * normcdff(d1) - strike * expf(-0.02f * years) * normcdff(d1 - root);
}

__global__ void vol_surface(const float* strike, const float* years, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float k = strike[i], t = years[i], sum = 0;
  for (int s = 0; s < 8; s++) {
    float spot = 0.8f + 0.05f * s;
    float sigma = surface[(int)(t * 31) * 64 + (int)(k / spot * 25)];
    sum += price(spot, k, t, sigma);
  }
  out[i] = sum;
}

__global__ void vol_surface_device(const float* strike, const float* years, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float k = strike[i], t = years[i], sum = 0;
  for (int s = 0; s < 8; s++) {
    float spot = 0.8f + 0.05f * s;
    float sigma = surface_global[(int)(t * 31) * 64 + (int)(k / spot * 25)];
    sum += price(spot, k, t, sigma);
  }
  out[i] = sum;
}

__global__ void vol_surface_shared(const float* strike, const float* years, float* out) {
  __shared__ float table[32 * 64];
  for (int e = threadIdx.x; e < 32 * 64; e += blockDim.x) table[e] = surface_global[e];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float k = strike[i], t = years[i], sum = 0;
  for (int s = 0; s < 8; s++) {
    float spot = 0.8f + 0.05f * s;
    float sigma = table[(int)(t * 31) * 64 + (int)(k / spot * 25)];
    sum += price(spot, k, t, sigma);
  }
  out[i] = sum;
}

int main() {
  const int count = 1 << 20;
  float* strike = device_random<float>(count, 0.01, 2);
  float* years = device_random<float>(count, 0.01, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(32 * 64, 0.1, 0.5);
  cudaMemcpyToSymbol(surface, table.data(), sizeof(surface));
  cudaMemcpyToSymbol(surface_global, table.data(), sizeof(surface_global));

  Comparison runs("vol_surface", out, count * sizeof(float));
  for (runs.begin("before"); runs.next();) vol_surface<<<count / 256, 256>>>(strike, years, out);
  for (runs.begin("device"); runs.next();) vol_surface_device<<<count / 256, 256>>>(strike, years, out);
  for (runs.begin("shared"); runs.next();) vol_surface_shared<<<count / 256, 256>>>(strike, years, out);
  return runs.end();
}
