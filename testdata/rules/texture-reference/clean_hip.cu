// HIP has textures of the same names, and keeps them.
#include <hip/hip_runtime.h>

texture<float, 2, hipReadModeElementType> image;
__global__ void k(float* out) { out[0] = tex2D(image, 1.0f, 2.0f); }
void bind(hipArray* array) {
    hipBindTextureToArray(image, array);
    hipUnbindTexture(image);
}
