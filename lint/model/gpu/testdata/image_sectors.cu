// One fetch of each of 32 warps from an image in a CUDA array that no cache holds, by
// dimensions, texel and pattern of the lanes. image_sectors.csv has the sectors that miss the
// first-level cache for each fetch: l1tex__t_sectors_pipe_tex_mem_texture_lookup_miss.sum of
// Nsight Compute over 32 (one H100, CUDA 13.0, nvcc -O3 -arch=sm_90). The lanes that are left
// over along x and y go along z, or over the layers.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cstring>
#define CHECK(x) do{cudaError_t e=(x); if(e){printf("ERR %s line %d\n",cudaGetErrorString(e),__LINE__);exit(1);} }while(0)
__device__ float sum_of(float v) { return v; }
__device__ float sum_of(unsigned char v) { return v; }
__device__ float sum_of(float2 v) { return v.x + v.y; }
__device__ float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }
template <class T, int K> __device__ __forceinline__ float get(cudaTextureObject_t t, float x, float y, float z) {
    if (K == 1) return sum_of(tex1D<T>(t, x));
    if (K == 2) return sum_of(tex2D<T>(t, x, y));
    if (K == 3) return sum_of(tex3D<T>(t, x, y, z));
    return sum_of(tex2DLayered<T>(t, x, y, (int)z));
}
// One warp for each block; block b begins at (64 * (b % 4), 32 * (b / 4 % 8), 0).
template <class T, int K, int WX, int WY, int SPREAD> __global__ void fetch(cudaTextureObject_t t, float* out) {
    int l = threadIdx.x, b = blockIdx.x;
    float x = 64 * (b % 4) + (l % WX) * SPREAD + .5f, y = 32 * (b / 4 % 8) + (l / WX % WY) * SPREAD + .5f, z = (l / WX / WY) * SPREAD + .5f;
    out[b * 32 + l] = get<T, K>(t, x, y, z);
}
template <class T, int K> static void measure() {
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(256, K == 1 ? 0 : 256, K >= 3 ? 32 : 0), K == 4 ? cudaArrayLayered : 0));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc how = {};
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t t;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, 0));
    static float* out = nullptr;
    if (!out) CHECK(cudaMalloc(&out, 1 << 20));
    const int blocks = 32;
    fetch<T, K, 32, 1, 1><<<blocks, 32>>>(t, out);
    fetch<T, K, 32, 1, 2><<<blocks, 32>>>(t, out);
    if (K > 1) { fetch<T, K, 8, 4, 1><<<blocks, 32>>>(t, out); fetch<T, K, 16, 2, 1><<<blocks, 32>>>(t, out); fetch<T, K, 1, 32, 1><<<blocks, 32>>>(t, out); }
    if (K > 2) { fetch<T, K, 4, 4, 1><<<blocks, 32>>>(t, out); fetch<T, K, 4, 2, 1><<<blocks, 32>>>(t, out); fetch<T, K, 1, 1, 1><<<blocks, 32>>>(t, out); fetch<T, K, 16, 1, 1><<<blocks, 32>>>(t, out); }
    CHECK(cudaDeviceSynchronize());
}
template <class T> static void all() { measure<T, 1>(); measure<T, 2>(); measure<T, 3>(); measure<T, 4>(); }
int main() { all<unsigned char>(); all<float>(); all<float2>(); all<float4>(); }
