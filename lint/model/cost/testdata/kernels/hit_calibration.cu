// Calibration of detector hits: samples over a threshold (about a quarter of them) are corrected with the two
// constants of their channel, the others are dropped; 2048 channels, 16 KB.
#include "measure.h"

__constant__ float2 calibration[2048];
__device__ float2 calibration_global[2048];

__global__ void hit_calibration(const unsigned short* adc, const unsigned short* channel, float* energy, int threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = adc[i];
  float e = 0;
  if (value > threshold) {
    float2 c = calibration[channel[i]];
    e = c.x * (value - threshold) + c.y;
  }
  energy[i] = e;
}

__global__ void hit_calibration_device(const unsigned short* adc, const unsigned short* channel, float* energy,
                                       int threshold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = adc[i];
  float e = 0;
  if (value > threshold) {
    float2 c = calibration_global[channel[i]];
    e = c.x * (value - threshold) + c.y;
  }
  energy[i] = e;
}

__global__ void hit_calibration_shared(const unsigned short* adc, const unsigned short* channel, float* energy,
                                       int threshold) {
  __shared__ float2 s[2048];
  for (int t = threadIdx.x; t < 2048; t += blockDim.x) s[t] = calibration_global[t];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = adc[i];
  float e = 0;
  if (value > threshold) {
    float2 c = s[channel[i]];
    e = c.x * (value - threshold) + c.y;
  }
  energy[i] = e;
}

int main() {
  const int blocks = 1 << 17;
  const int count = blocks * 192;
  unsigned short* adc = device_random<unsigned short>(count, 0, 4096);
  unsigned short* channel = device_random<unsigned short>(count, 0, 2048);
  float* energy = device_zeros<float>(count);
  std::vector<float> table = host_random<float>(4096, 0.5, 2);
  cudaMemcpyToSymbol(calibration, table.data(), sizeof(calibration));
  cudaMemcpyToSymbol(calibration_global, table.data(), sizeof(calibration_global));

  Comparison runs("hit_calibration", energy, count * sizeof(float));
  for (runs.begin("before"); runs.next();) hit_calibration<<<blocks, 192>>>(adc, channel, energy, 3072);
  for (runs.begin("device"); runs.next();) hit_calibration_device<<<blocks, 192>>>(adc, channel, energy, 3072);
  for (runs.begin("shared"); runs.next();) hit_calibration_shared<<<blocks, 192>>>(adc, channel, energy, 3072);
  return runs.end();
}
