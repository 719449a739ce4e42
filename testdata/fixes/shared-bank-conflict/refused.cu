// Declarations that stay.
#include <mma.h>

#define COLUMN tile[threadIdx.x][threadIdx.y]

// A macro names the array.
__global__ void macro(float *out, const float *in) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = COLUMN;
}

// A vector cast needs aligned rows.
__global__ void cast(float *out, const float4 *in) {
    __shared__ float tile[32][32];
    if (threadIdx.x < 8) *reinterpret_cast<float4 *>(&tile[threadIdx.y][4 * threadIdx.x]) = in[threadIdx.y * 8 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// The C form of it.
__global__ void c_cast(float *out, const float4 *in) {
    __shared__ float tile[32][32];
    if (threadIdx.x < 8) ((float4 *)tile[threadIdx.y])[threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// An asynchronous copy of a row.
__global__ void copied(float *out, const float *in) {
    __shared__ float tile[32][32];
    __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x], &in[threadIdx.y * 32 + threadIdx.x], 4);
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// The stride of a load of tensor cores.
__global__ void tensor(half *out, const half *in) {
    __shared__ half tile[64][64];
    for (int j = 0; j < 64; j += 16) tile[threadIdx.y + j][threadIdx.x] = in[(threadIdx.y + j) * 64 + threadIdx.x];
    __syncthreads();
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, half, nvcuda::wmma::row_major> a;
    nvcuda::wmma::load_matrix_sync(a, &tile[0][0], 64);
    for (int j = 0; j < 64; j += 16) out[(threadIdx.y + j) * 64 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j];
}

// The size of the array.
__global__ void sized(float *out, const float *in, int *size) {
    __shared__ float tile[32][32];
    *size = sizeof(tile) / sizeof(float);
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// A pointer to its first row.
__global__ void pointer(float *out, const float *in) {
    __shared__ float tile[32][32];
    float *p = tile[0];
    p[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// The first row stands for all.
__global__ void across(float *out, const float *in) {
    __shared__ float tile[32][32];
    tile[0][threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// A longer row would not fit.
__global__ void full(float *out, const float *in) {
    __shared__ float tile[384][32];
    for (int j = 0; j < 384; j += 32) tile[threadIdx.y + j][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 384; j += 32) out[(threadIdx.y + j) * 32 + threadIdx.x] = tile[threadIdx.x + j][threadIdx.y];
}

void run(float *f, half *h, int *n) {
    macro<<<4096, dim3(32, 32)>>>(f, f);
    cast<<<4096, dim3(32, 32)>>>(f, (float4 *)f);
    c_cast<<<4096, dim3(32, 32)>>>(f, (float4 *)f);
    copied<<<4096, dim3(32, 32)>>>(f, f);
    tensor<<<4096, dim3(64, 16)>>>(h, h);
    sized<<<4096, dim3(32, 32)>>>(f, f, n);
    pointer<<<4096, dim3(32, 32)>>>(f, f);
    across<<<4096, dim3(32, 32)>>>(f, f);
    full<<<4096, dim3(32, 32)>>>(f, f);
}
