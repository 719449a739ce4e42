// Arithmetic between the stores: the step size and two constants of the motion are read again in each step.
#include "../kernels/measure.h"

__global__ void pendulum(const float* motion, float* path) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float angle = i * 1e-5f, speed = 0;
  for (int t = 0; t < 64; t++) {
    for (int s = 0; s < 8; s++) {
      float force = -motion[1] * (angle - angle * angle * angle * (1.0f / 6)) - motion[2] * speed;
      speed += motion[0] * force;
      angle += motion[0] * speed;
    }
    path[(t & 15) * 270336 + i] = angle;
  }
}

__global__ void pendulum_restrict(const float* __restrict__ motion, float* path) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float angle = i * 1e-5f, speed = 0;
  for (int t = 0; t < 64; t++) {
    for (int s = 0; s < 8; s++) {
      float force = -motion[1] * (angle - angle * angle * angle * (1.0f / 6)) - motion[2] * speed;
      speed += motion[0] * force;
      angle += motion[0] * speed;
    }
    path[(t & 15) * 270336 + i] = angle;
  }
}

int main() {
  const int count = 270336;
  float* motion = device_random<float>(3, 0.01, 0.02);
  float* path = device_zeros<float>(16 * count);
  Comparison runs("pendulum", path, 16 * count * sizeof(float));
  for (runs.begin("before"); runs.next();) pendulum<<<1056, 256>>>(motion, path);
  for (runs.begin("restrict"); runs.next();) pendulum_restrict<<<1056, 256>>>(motion, path);
  return runs.end();
}
