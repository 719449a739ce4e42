#pragma once
#include "common.cuh"
__global__ void solve(const float *matrix, const float *RESTRICT diagonal, float *x, float *r);
