#include "shared.cuh"
static texture<int, 1> mine;  // want "proven: texture reference mine \(int, 1D\)"
__global__ void second(float* out) { out[0] = tex2D(shared_image, 2.0f, 1.0f) + tex1Dfetch(nowhere_defined, 3); }
