// Loads from shared memory: bank conflicts. Every kernel fills its array, waits, and then has exactly
// one load from it (the stores of the fill are counted apart). Random indexes are uniform (kind estimate).
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

struct Triple { float x, y, z; };
struct Quad { float x, y, z, w; };
struct Five { float a, b, c, d, e; };

// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void float_stride_1(float *out, const float *in) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// truth: shared load exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void float_stride_2(float *out, const float *in) {
    __shared__ float s[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 2];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void float_stride_3(float *out, const float *in) {
    __shared__ float s[192];
    for (int i = threadIdx.x; i < 192; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 3];
}
// truth: shared load exact 4
// check: 8 requests, 32 wavefronts, 24 conflicts
__global__ void float_stride_4(float *out, const float *in) {
    __shared__ float s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 4];
}
// truth: shared load exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void float_stride_6(float *out, const float *in) {
    __shared__ float s[384];
    for (int i = threadIdx.x; i < 384; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 6];
}
// truth: shared load exact 8
// check: 8 requests, 64 wavefronts, 56 conflicts
__global__ void float_stride_8(float *out, const float *in) {
    __shared__ float s[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 8];
}
// truth: shared load exact 16
// check: 8 requests, 128 wavefronts, 120 conflicts
__global__ void float_stride_16(float *out, const float *in) {
    __shared__ float s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 16];
}
// truth: shared load exact 32
// check: 8 requests, 256 wavefronts, 248 conflicts
__global__ void float_stride_32(float *out, const float *in) {
    __shared__ float s[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 32];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void reversed(float *out, const float *in) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void broadcast_block(float *out, const float *in) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[blockIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void broadcast_groups(float *out, const float *in) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x / 4];
}
// truth: shared load exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void two_words_one_bank(float *out, const float *in) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[(threadIdx.x & 1) * 32];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void xor_seven(float *out, const float *in) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 7];
}
// truth: shared load exact 8
// check: 8 requests, 64 wavefronts, 56 conflicts
__global__ void eight_active_lanes(float *out, const float *in) {
    __shared__ float s[2048];
    for (int i = threadIdx.x; i < 2048; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    if ((threadIdx.x & 31) < 8)
        out[threadIdx.x] = s[threadIdx.x * 32];
}
// truth: shared load exact 1
// check: 8 requests, 16 wavefronts, 0 conflicts
__global__ void double_unit(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// truth: shared load exact 2
// check: 8 requests, 32 wavefronts, 16 conflicts
__global__ void double_stride_2(double *out, const double *in) {
    __shared__ double s[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[2 * threadIdx.x];
}
// truth: shared load exact 16
// check: 8 requests, 256 wavefronts, 240 conflicts
__global__ void double_stride_16(double *out, const double *in) {
    __shared__ double s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[16 * threadIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void double_broadcast(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[blockIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void double_pairs(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x / 2];
}
// truth: shared load exact 4
// check: 8 requests, 64 wavefronts, 48 conflicts
__global__ void float2_stride_4(float2 *out, const float2 *in) {
    __shared__ float2 s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[4 * threadIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void float2_half_warp(float2 *out, const float2 *in) {
    __shared__ float2 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    if ((threadIdx.x & 31) < 16)
        out[threadIdx.x] = s[threadIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 32 wavefronts, 0 conflicts
__global__ void float4_unit(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// truth: shared load exact 2
// check: 8 requests, 64 wavefronts, 32 conflicts
__global__ void float4_stride_2(float4 *out, const float4 *in) {
    __shared__ float4 s[128];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[2 * threadIdx.x];
}
// truth: shared load exact 8
// check: 8 requests, 256 wavefronts, 224 conflicts
__global__ void float4_stride_8(float4 *out, const float4 *in) {
    __shared__ float4 s[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[8 * threadIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 16 wavefronts, 0 conflicts
__global__ void float4_broadcast(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[blockIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void char_unit(char *out, const char *in) {
    __shared__ char s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void char_stride_4(char *out, const char *in) {
    __shared__ char s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[4 * threadIdx.x];
}
// truth: shared load exact 32
// check: 8 requests, 256 wavefronts, 248 conflicts
__global__ void char_stride_128(char *out, const char *in) {
    __shared__ char s[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x * 128];
}
// truth: shared load exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void short_stride_4(short *out, const short *in) {
    __shared__ short s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[4 * threadIdx.x];
}
// truth: shared load exact 1
// check: 128 requests, 128 wavefronts, 0 conflicts
__global__ void tile_32x32_row(float *out, const float *in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[31 - threadIdx.y][threadIdx.x];
}
// truth: shared load exact 32
// check: 128 requests, 4096 wavefronts, 3968 conflicts
__global__ void tile_32x32_column(float *out, const float *in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// truth: shared load exact 1
// check: 128 requests, 128 wavefronts, 0 conflicts
__global__ void tile_32x33_column(float *out, const float *in) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// truth: shared load exact 1
// check: 128 requests, 128 wavefronts, 0 conflicts
__global__ void tile_swizzled_column(float *out, const float *in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
// truth: shared load exact 8
// check: 32 requests, 256 wavefronts, 224 conflicts
__global__ void tile_16x16_column(float *out, const float *in) {
    __shared__ float tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// truth: shared load exact 2
// check: 32 requests, 64 wavefronts, 32 conflicts
__global__ void tile_16x17_column(float *out, const float *in) {
    __shared__ float tile[16][17];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// truth: shared load exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void tile_8x8_column(float *out, const float *in) {
    __shared__ float tile[8][8];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void struct_of_3_floats(float *out, const Triple *in) {
    __shared__ Triple s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x].y;
}
// truth: shared load exact 4
// check: 8 requests, 32 wavefronts, 24 conflicts
__global__ void struct_of_4_floats(float *out, const Quad *in) {
    __shared__ Quad s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x].y;
}
// truth: shared load exact 1
// check: 8 requests, 8 wavefronts, 0 conflicts
__global__ void struct_of_5_floats(float *out, const Five *in) {
    __shared__ Five s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x].b;
}
// truth: shared load exact 8
// check: 64 requests, 512 wavefronts, 448 conflicts
__global__ void loop_row_per_thread(float *out, const float *in, int n) {
    __shared__ float s[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; ++k)
        sum += s[threadIdx.x * 8 + k];
    out[threadIdx.x] = sum;
}
// truth: shared load exact 1
// check: 64 requests, 64 wavefronts, 0 conflicts
__global__ void loop_column_per_thread(float *out, const float *in, int n) {
    __shared__ float s[512];
    for (int i = threadIdx.x; i < 512; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; ++k)
        sum += s[threadIdx.x + 64 * k];
    out[threadIdx.x] = sum;
}
// truth: shared load exact 2
// check: 8 requests, 16 wavefronts, 8 conflicts
__global__ void dynamic_stride_2(float *out, const float *in) {
    extern __shared__ float dynamic[];
    for (int i = threadIdx.x; i < 128; i += blockDim.x)
        dynamic[i] = in[i];
    __syncthreads();
    out[threadIdx.x] = dynamic[threadIdx.x * 2];
}
// truth: shared load estimate 32
__global__ void random_words(float *out, const float *in, const unsigned *where) {
    __shared__ float s[1024];
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[where[i] & 1023];
}
// truth: shared load estimate 8
__global__ void random_words_of_256(float *out, const float *in, const unsigned *where) {
    __shared__ float s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = s[where[i] & 255];
}

static unsigned next_random() {
    static unsigned long long state = 20240917;
    state += 0x9e3779b97f4a7c15ull;
    unsigned long long z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (unsigned)(z >> 32);
}

int main() {
    float *f, *g;
    unsigned *where;
    cudaMalloc(&f, 1 << 20);
    cudaMalloc(&g, 1 << 20);
    cudaMalloc(&where, 1 << 20);
    static unsigned random_where[16384];
    for (int i = 0; i < 16384; ++i)
        random_where[i] = next_random();
    cudaMemcpy(where, random_where, sizeof(random_where), cudaMemcpyHostToDevice);
    float_stride_1<<<4, 64>>>(f, g);
    float_stride_2<<<4, 64>>>(f, g);
    float_stride_3<<<4, 64>>>(f, g);
    float_stride_4<<<4, 64>>>(f, g);
    float_stride_6<<<4, 64>>>(f, g);
    float_stride_8<<<4, 64>>>(f, g);
    float_stride_16<<<4, 64>>>(f, g);
    float_stride_32<<<4, 64>>>(f, g);
    reversed<<<4, 64>>>(f, g);
    broadcast_block<<<4, 64>>>(f, g);
    broadcast_groups<<<4, 64>>>(f, g);
    two_words_one_bank<<<4, 64>>>(f, g);
    xor_seven<<<4, 64>>>(f, g);
    eight_active_lanes<<<4, 64>>>(f, g);
    double_unit<<<4, 64>>>((double *)f, (const double *)g);
    double_stride_2<<<4, 64>>>((double *)f, (const double *)g);
    double_stride_16<<<4, 64>>>((double *)f, (const double *)g);
    double_broadcast<<<4, 64>>>((double *)f, (const double *)g);
    double_pairs<<<4, 64>>>((double *)f, (const double *)g);
    float2_stride_4<<<4, 64>>>((float2 *)f, (const float2 *)g);
    float2_half_warp<<<4, 64>>>((float2 *)f, (const float2 *)g);
    float4_unit<<<4, 64>>>((float4 *)f, (const float4 *)g);
    float4_stride_2<<<4, 64>>>((float4 *)f, (const float4 *)g);
    float4_stride_8<<<4, 64>>>((float4 *)f, (const float4 *)g);
    float4_broadcast<<<4, 64>>>((float4 *)f, (const float4 *)g);
    char_unit<<<4, 64>>>((char *)f, (const char *)g);
    char_stride_4<<<4, 64>>>((char *)f, (const char *)g);
    char_stride_128<<<4, 64>>>((char *)f, (const char *)g);
    short_stride_4<<<4, 64>>>((short *)f, (const short *)g);
    tile_32x32_row<<<4, dim3(32, 32)>>>(f, g);
    tile_32x32_column<<<4, dim3(32, 32)>>>(f, g);
    tile_32x33_column<<<4, dim3(32, 32)>>>(f, g);
    tile_swizzled_column<<<4, dim3(32, 32)>>>(f, g);
    tile_16x16_column<<<4, dim3(16, 16)>>>(f, g);
    tile_16x17_column<<<4, dim3(16, 16)>>>(f, g);
    tile_8x8_column<<<4, dim3(8, 8)>>>(f, g);
    struct_of_3_floats<<<4, 64>>>(f, (const Triple *)g);
    struct_of_4_floats<<<4, 64>>>(f, (const Quad *)g);
    struct_of_5_floats<<<4, 64>>>(f, (const Five *)g);
    loop_row_per_thread<<<4, 64>>>(f, g, 8);
    loop_column_per_thread<<<4, 64>>>(f, g, 8);
    dynamic_stride_2<<<4, 64, 128 * sizeof(float)>>>(f, g);
    random_words<<<64, 256>>>(f, g, where);
    random_words_of_256<<<64, 256>>>(f, g, where);
    return cudaDeviceSynchronize() != cudaSuccess;
}
