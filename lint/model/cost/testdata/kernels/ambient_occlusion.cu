// Ambient occlusion of a plane below three spheres: 16 rays a pixel from a table of 256 directions, starting at a
// random place of the table for each pixel.
#include "measure.h"

__constant__ float4 directions[256];
__device__ float4 directions_global[256];

__device__ bool hits(float4 sphere, float x, float y, float4 d) {
  float ox = x - sphere.x, oy = y - sphere.y, oz = -sphere.z;
  float b = ox * d.x + oy * d.y + oz * d.z;
  float c = ox * ox + oy * oy + oz * oz - sphere.w;
  float disc = b * b - c;
  return disc > 0 && -b - sqrtf(disc) > 0;
}

__device__ float occlusion(float x, float y, float4 d) {
  float inverse = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z);
  d.x *= inverse, d.y *= inverse, d.z *= inverse;
  bool hit = hits(make_float4(0.2f, 0.3f, 0.4f, 0.05f), x, y, d) || hits(make_float4(0.7f, 0.6f, 0.3f, 0.04f), x, y, d) ||
             hits(make_float4(0.5f, 0.1f, 0.5f, 0.09f), x, y, d);
  return hit ? 0.0f : d.z * d.w;
}

__global__ void ambient_occlusion(const unsigned char* start, float* out, int width) {
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  float x = px * (1.0f / 1024), y = py * (1.0f / 1024), light = 0;
  int first = start[py * width + px];
  for (int k = 0; k < 16; k++) light += occlusion(x, y, directions[(first + k * 17) & 255]);
  out[py * width + px] = light * (1.0f / 16);
}

__global__ void ambient_occlusion_device(const unsigned char* start, float* out, int width) {
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  float x = px * (1.0f / 1024), y = py * (1.0f / 1024), light = 0;
  int first = start[py * width + px];
  for (int k = 0; k < 16; k++) light += occlusion(x, y, directions_global[(first + k * 17) & 255]);
  out[py * width + px] = light * (1.0f / 16);
}

__global__ void ambient_occlusion_shared(const unsigned char* start, float* out, int width) {
  __shared__ float4 s[256];
  s[threadIdx.y * 16 + threadIdx.x] = directions_global[threadIdx.y * 16 + threadIdx.x];
  __syncthreads();
  int px = blockIdx.x * 16 + threadIdx.x, py = blockIdx.y * 16 + threadIdx.y;
  float x = px * (1.0f / 1024), y = py * (1.0f / 1024), light = 0;
  int first = start[py * width + px];
  for (int k = 0; k < 16; k++) light += occlusion(x, y, s[(first + k * 17) & 255]);
  out[py * width + px] = light * (1.0f / 16);
}

int main() {
  const int side = 1024;
  unsigned char* start = device_random<unsigned char>(side * side, 0, 256);
  float* out = device_zeros<float>(side * side);
  std::vector<float> table = host_random<float>(256 * 4, 0.1, 1);
  for (int k = 0; k < 256; k++) table[k * 4] = table[k * 4] * 2 - 1, table[k * 4 + 1] = table[k * 4 + 1] * 2 - 1;
  cudaMemcpyToSymbol(directions, table.data(), sizeof(directions));
  cudaMemcpyToSymbol(directions_global, table.data(), sizeof(directions_global));

  Comparison runs("ambient_occlusion", out, side * side * sizeof(float));
  dim3 grid(side / 16, side / 16), block(16, 16);
  for (runs.begin("before"); runs.next();) ambient_occlusion<<<grid, block>>>(start, out, side);
  for (runs.begin("device"); runs.next();) ambient_occlusion_device<<<grid, block>>>(start, out, side);
  for (runs.begin("shared"); runs.next();) ambient_occlusion_shared<<<grid, block>>>(start, out, side);
  return runs.end();
}
