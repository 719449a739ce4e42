// flags: rdc=true
#pragma once

#define TABLE 256

namespace tables {
extern __constant__ float window[TABLE];
extern __constant__ int order[TABLE];
}

__device__ float weigh(float x);
void fill(const float *values, const int *places);
