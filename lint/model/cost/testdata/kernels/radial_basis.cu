// Basis functions of eight atoms at each point, from a table of 3000 values and slopes (24 KB): the lookup is
// one of some eighty instructions a pair.
#include "measure.h"

__constant__ float2 radial[3000];  // value and slope
__device__ float2 radial_global[3000];

__device__ float angular(float x, float y, float z, float r2) {
  float inverse = rsqrtf(r2), c = z * inverse, s = x * inverse, t = y * inverse;
  float p2 = 1.5f * c * c - 0.5f, p3 = (2.5f * c * c - 1.5f) * c, p4 = (4.375f * c * c - 3.75f) * c * c + 0.375f;
  return 1.0f + 0.3f * p2 + 0.2f * p3 * s + 0.1f * p4 * t + sinf(c) * cosf(s) + expf(-r2) * __logf(1.0f + r2);
}

__global__ void radial_basis(const float4* points, float* out) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * 16 + threadIdx.x;
  float4 p = points[i];
  float sum = 0;
  for (int a = 0; a < 8; a++) {
    float x = p.x - 0.125f * a, y = p.y - 0.25f, z = p.z + 0.0625f * a;
    float r2 = x * x + y * y + z * z + 0.001f;
    float at = fminf(r2 * 900.0f, 2999.0f);
    int k = (int)at;
    float2 c = radial[k];
    sum += (c.x + (at - k) * c.y) * angular(x, y, z, r2);
  }
  out[i] = sum;
}

__global__ void radial_basis_device(const float4* points, float* out) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * 16 + threadIdx.x;
  float4 p = points[i];
  float sum = 0;
  for (int a = 0; a < 8; a++) {
    float x = p.x - 0.125f * a, y = p.y - 0.25f, z = p.z + 0.0625f * a;
    float r2 = x * x + y * y + z * z + 0.001f;
    float at = fminf(r2 * 900.0f, 2999.0f);
    int k = (int)at;
    float2 c = radial_global[k];
    sum += (c.x + (at - k) * c.y) * angular(x, y, z, r2);
  }
  out[i] = sum;
}

__global__ void radial_basis_shared(const float4* points, float* out) {
  __shared__ float2 s[3000];
  for (int t = threadIdx.y * 16 + threadIdx.x; t < 3000; t += 192) s[t] = radial_global[t];
  __syncthreads();
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * 16 + threadIdx.x;
  float4 p = points[i];
  float sum = 0;
  for (int a = 0; a < 8; a++) {
    float x = p.x - 0.125f * a, y = p.y - 0.25f, z = p.z + 0.0625f * a;
    float r2 = x * x + y * y + z * z + 0.001f;
    float at = fminf(r2 * 900.0f, 2999.0f);
    int k = (int)at;
    float2 c = s[k];
    sum += (c.x + (at - k) * c.y) * angular(x, y, z, r2);
  }
  out[i] = sum;
}

int main() {
  const int blocks = 4096, count = blocks * 192;
  float4* points = (float4*)device_random<float>((size_t)count * 4, 0, 1);
  float* out = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(6000, 0, 1);
  cudaMemcpyToSymbol(radial, table.data(), sizeof(radial));
  cudaMemcpyToSymbol(radial_global, table.data(), sizeof(radial_global));

  Comparison runs("radial_basis", out, count * sizeof(float));
  dim3 block(16, 12);
  for (runs.begin("before"); runs.next();) radial_basis<<<blocks, block>>>(points, out);
  for (runs.begin("device"); runs.next();) radial_basis_device<<<blocks, block>>>(points, out);
  for (runs.begin("shared"); runs.next();) radial_basis_shared<<<blocks, block>>>(points, out);
  return runs.end();
}
