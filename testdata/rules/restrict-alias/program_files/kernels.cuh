#pragma once
__global__ void shift(const float *__restrict__ in, float *__restrict__ out);
__global__ void forward(const float *in, float *out);
__global__ void norm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ sum);
