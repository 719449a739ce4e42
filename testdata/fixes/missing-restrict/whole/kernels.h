#ifndef KERNELS_H
#define KERNELS_H

__global__ void blur(float *src, float *dst, int width, int height);
__global__ void blend(float const *, float *, float*, int);

#endif
