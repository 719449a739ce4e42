#pragma once
__global__ void smooth(const float *in, float *out, int n);
__global__ void scale(const float *in, float *out, float by);
void run_scale(const float *in, float *out);
