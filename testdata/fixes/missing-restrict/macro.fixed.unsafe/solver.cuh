#pragma once
#include "common.cuh"
__global__ void solve(const float *RESTRICT matrix, const float *RESTRICT diagonal, const float *RESTRICT x, float *r);
