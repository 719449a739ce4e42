#pragma once
__global__ void filter(const float *samples, const float *taps, float *filtered, int n);
