#pragma once
#include <cuda_runtime.h>

cudaSurfaceObject_t view_of(cudaArray_t array);
void end_view(cudaSurfaceObject_t view);
__global__ void fill(cudaSurfaceObject_t surf, int width, int height);
