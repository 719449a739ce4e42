#include "shared.cuh"
extern texture<float, 2, cudaReadModeElementType> shared_image;
void bind(cudaArray_t array) { cudaBindTextureToArray(shared_image, array); }
