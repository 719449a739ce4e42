// Rays against spheres in constant memory: a hit is a branch that differs by lane.
#include "../../kernels/measure.h"

struct Sphere {
  float x, y, z, radius, colour;
};

__constant__ Sphere sphere[64];
__device__ Sphere sphere_global[64];

__global__ void spheres(float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float ox = (i & 1023) - 512.f, oy = (i >> 10) - 512.f, nearest = -1e9f, shade = 0;
  for (int s = 0; s < count; s++) {
    float dx = ox - sphere[s].x, dy = oy - sphere[s].y;
    float under = sphere[s].radius * sphere[s].radius - dx * dx - dy * dy;
    if (under > 0) {
      float dz = sqrtf(under);
      if (dz + sphere[s].z > nearest) {
        nearest = dz + sphere[s].z;
        shade = sphere[s].colour * dz / sphere[s].radius;
      }
    }
  }
  out[i] = shade + nearest;
}

__global__ void spheres_device(float* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float ox = (i & 1023) - 512.f, oy = (i >> 10) - 512.f, nearest = -1e9f, shade = 0;
  for (int s = 0; s < count; s++) {
    float dx = ox - sphere_global[s].x, dy = oy - sphere_global[s].y;
    float under = sphere_global[s].radius * sphere_global[s].radius - dx * dx - dy * dy;
    if (under > 0) {
      float dz = sqrtf(under);
      if (dz + sphere_global[s].z > nearest) {
        nearest = dz + sphere_global[s].z;
        shade = sphere_global[s].colour * dz / sphere_global[s].radius;
      }
    }
  }
  out[i] = shade + nearest;
}

int main() {
  const int n = 1 << 20;
  float* out = device_zeros<float>(n);
  std::vector<float> raw = host_random<float>(320, -512, 512);
  std::vector<Sphere> list(64);
  for (int i = 0; i < 64; i++) list[i] = {raw[5 * i], raw[5 * i + 1], raw[5 * i + 2], 20 + fabsf(raw[5 * i + 3]) / 8, raw[5 * i + 4]};
  cudaMemcpyToSymbol(sphere, list.data(), sizeof(sphere));
  cudaMemcpyToSymbol(sphere_global, list.data(), sizeof(sphere_global));

  Comparison runs("spheres", out, (n) * sizeof(*out));
  for (runs.begin("before"); runs.next();) spheres<<<n / 256, 256>>>(out, 64);
  for (runs.begin("device"); runs.next();) spheres_device<<<n / 256, 256>>>(out, 64);
  return runs.end();
}
