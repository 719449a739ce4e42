#include "filter.cuh"

__global__ void filter(
    const float *samples, // want "(proven|likely): .*\bsamples\b"
    const float *taps, // want "(proven|likely): .*\btaps\b"
    float *filtered, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += samples[i + k] * taps[k];
    filtered[i] = sum;
}
