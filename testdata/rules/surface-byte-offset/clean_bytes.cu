// Elements of one byte, and functions of the program's own.
#include <cstdint>
__global__ void bytes(cudaSurfaceObject_t out, unsigned char v, char c) {
    surf2Dwrite(v, out, threadIdx.x, 0);
    surf2Dwrite(c, out, threadIdx.x, 0);
    unsigned char u = surf2Dread<unsigned char>(out, threadIdx.x, 0);
    surf2Dread(&u, out, threadIdx.x, 1);
    surf2Dwrite((uint8_t)3, out, threadIdx.x, 2);
}

struct Image {
    float* data;
    __device__ void surf2Dwrite(float v, int image, int x, int y) { data[y * 64 + x] = v; }
};
namespace soft {
__device__ void surf1Dwrite(float v, float* to, int x) { to[x] = v; }
}
__global__ void own(Image image, float* p) {
    image.surf2Dwrite(1.0f, 0, threadIdx.x, 1);
    soft::surf1Dwrite(1.0f, p, threadIdx.x);
}

// Texture fetches take x in elements.
__global__ void textures(float* out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x + 0.5f, 0.5f); }
