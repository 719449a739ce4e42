// Stores to shared memory: bank conflicts. Every kernel has exactly one such store (the loads after the
// barrier are counted apart).
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

// truth: shared store exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void float_unit(float *out, const float *in) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float v = in[t];
    s[t] = v;
    __syncthreads();
    for (int i = t; i < 64; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void float_stride_2(float *out, const float *in) {
    __shared__ float s[128];
    int t = threadIdx.x;
    float v = in[t];
    s[2 * t] = v;
    __syncthreads();
    for (int i = t; i < 128; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 32
// check: 8 requests, 256 wavefronts, 248 conflicts
__global__ void float_stride_32(float *out, const float *in) {
    __shared__ float s[2048];
    int t = threadIdx.x;
    float v = in[t];
    s[32 * t] = v;
    __syncthreads();
    for (int i = t; i < 2048; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void float_stride_33(float *out, const float *in) {
    __shared__ float s[2112];
    int t = threadIdx.x;
    float v = in[t];
    s[33 * t] = v;
    __syncthreads();
    for (int i = t; i < 2112; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void float_reversed(float *out, const float *in) {
    __shared__ float s[64];
    int t = threadIdx.x;
    float v = in[t];
    s[63 - t] = v;
    __syncthreads();
    for (int i = t; i < 64; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void float_half_active(float *out, const float *in) {
    __shared__ float s[256];
    int t = threadIdx.x;
    float v = in[t];
    if ((t & 31) < 16)
        s[4 * t] = v;
    __syncthreads();
    for (int i = t; i < 256; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 1
// check: 8 requests, 16 wavefronts, 0 conflicts
__global__ void double_unit(double *out, const double *in) {
    __shared__ double s[64];
    int t = threadIdx.x;
    double v = in[t];
    s[t] = v;
    __syncthreads();
    for (int i = t; i < 64; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 4
// check: 8 requests, 64 wavefronts, 48 conflicts
__global__ void double_stride_4(double *out, const double *in) {
    __shared__ double s[256];
    int t = threadIdx.x;
    double v = in[t];
    s[4 * t] = v;
    __syncthreads();
    for (int i = t; i < 256; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 1
// check: 8 requests, 32 wavefronts, 0 conflicts
__global__ void float4_unit(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    int t = threadIdx.x;
    float4 v = in[t];
    s[t] = v;
    __syncthreads();
    for (int i = t; i < 64; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 4
// check: 8 requests, 128 wavefronts, 96 conflicts
__global__ void float4_stride_4(float4 *out, const float4 *in) {
    __shared__ float4 s[256];
    int t = threadIdx.x;
    float4 v = in[t];
    s[4 * t] = v;
    __syncthreads();
    for (int i = t; i < 256; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void char_unit(char *out, const char *in) {
    __shared__ char s[64];
    int t = threadIdx.x;
    char v = in[t];
    s[t] = v;
    __syncthreads();
    for (int i = t; i < 64; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 32
// check: 8 requests, 256 wavefronts, 248 conflicts
__global__ void short_stride_64(short *out, const short *in) {
    __shared__ short s[4096];
    int t = threadIdx.x;
    short v = in[t];
    s[64 * t] = v;
    __syncthreads();
    for (int i = t; i < 4096; i += blockDim.x)
        out[i] = s[i];
}
// truth: shared store exact 32
// check: 32 requests, 1024 wavefronts, 992 conflicts
__global__ void tile_transposed_32(float *out, const float *in) {
    __shared__ float tile[32][32];
    tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}
// truth: shared store exact 1
// check: 32 requests, 32 wavefronts, 0 conflicts
__global__ void tile_transposed_33(float *out, const float *in) {
    __shared__ float tile[32][33];
    tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

int main() {
    float *f, *g;
    cudaMalloc(&f, 1 << 20);
    cudaMalloc(&g, 1 << 20);
    float_unit<<<4, 64>>>(f, g);
    float_stride_2<<<4, 64>>>(f, g);
    float_stride_32<<<4, 64>>>(f, g);
    float_stride_33<<<4, 64>>>(f, g);
    float_reversed<<<4, 64>>>(f, g);
    float_half_active<<<4, 64>>>(f, g);
    double_unit<<<4, 64>>>((double *)f, (const double *)g);
    double_stride_4<<<4, 64>>>((double *)f, (const double *)g);
    float4_unit<<<4, 64>>>((float4 *)f, (const float4 *)g);
    float4_stride_4<<<4, 64>>>((float4 *)f, (const float4 *)g);
    char_unit<<<4, 64>>>((char *)f, (const char *)g);
    short_stride_64<<<4, 64>>>((short *)f, (const short *)g);
    tile_transposed_32<<<4, dim3(32, 8)>>>(f, g);
    tile_transposed_33<<<4, dim3(32, 8)>>>(f, g);
    return cudaDeviceSynchronize() != cudaSuccess;
}
