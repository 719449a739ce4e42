#ifndef KERNELS_H
#define KERNELS_H

__global__ void blur(const float *__restrict__ src, float *dst, int width, int height);
__global__ void blend(float const *__restrict__, float const *__restrict__, float*, int);

#endif
