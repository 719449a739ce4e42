#pragma once
#include <cuda_runtime.h>

__global__ void sobel(short *out, int width, int height);

void setImage(cudaArray *array);
void dropImage();
