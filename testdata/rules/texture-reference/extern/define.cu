#include "shared.cuh"
texture<float, 2, cudaReadModeElementType> shared_image;  // want "proven: texture reference shared_image \(float, 2D, 2 fetches, bound at 1 place\)"
static texture<int, 1> mine;  // want "proven: texture reference mine \(int, 1D, 1 fetch\)"
__global__ void first(float* out) { out[0] = tex2D(shared_image, 1.0f, 2.0f) + tex1Dfetch(mine, 1); }
