// Positions of particles: the members of a structure of settings are read through its pointer in each step.
#include "../kernels/measure.h"

struct Settings {
  float dt, gx, gy, drag;
};

__global__ void drift(const Settings* s, float2* place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float vx = i * 1e-5f, vy = 0, x = 0, y = 0;
  for (int t = 0; t < 100; t++) {
    vx += s->dt * (s->gx - s->drag * vx);
    vy += s->dt * (s->gy - s->drag * vy);
    x += s->dt * vx;
    y += s->dt * vy;
    place[(t & 7) * 270336 + i] = make_float2(x, y);
  }
}

__global__ void drift_restrict(const Settings* __restrict__ s, float2* place) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float vx = i * 1e-5f, vy = 0, x = 0, y = 0;
  for (int t = 0; t < 100; t++) {
    vx += s->dt * (s->gx - s->drag * vx);
    vy += s->dt * (s->gy - s->drag * vy);
    x += s->dt * vx;
    y += s->dt * vy;
    place[(t & 7) * 270336 + i] = make_float2(x, y);
  }
}

int main() {
  const int count = 270336;
  Settings* s = (Settings*)device_random<float>(4, 0, 0.1);
  float2* place = device_zeros<float2>(8 * count);
  Comparison runs("drift", place, 8 * count * sizeof(float2));
  for (runs.begin("before"); runs.next();) drift<<<1056, 256>>>(s, place);
  for (runs.begin("restrict"); runs.next();) drift_restrict<<<1056, 256>>>(s, place);
  return runs.end();
}
