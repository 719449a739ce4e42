// Loads from global memory. Every kernel has exactly one; its result is stored (stores are counted
// apart). In the gathers the index comes from constant memory, which is counted apart too: uniformly
// random 16-bit words (kind estimate). Pointers are 256-byte aligned, as cudaMalloc returns them.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

struct Quad { float x, y, z, w; };
struct Triple { float x, y, z; };
struct Arrays { const float *x, *y, *z; };
__constant__ unsigned short order[8192];

// truth: global load exact 4
// check: 32 requests, 128 sectors
__global__ void coalesced(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
// truth: global load exact 8
// check: 32 requests, 256 sectors
__global__ void stride_two(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[2 * i];
}
// truth: global load exact 16
// check: 32 requests, 512 sectors
__global__ void stride_four(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * 4];
}
// truth: global load exact 32
// check: 32 requests, 1024 sectors
__global__ void stride_eight(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i << 3];
}
// truth: global load exact 32
// check: 32 requests, 1024 sectors
__global__ void stride_thirty_two(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * 32];
}
// truth: global load exact 12
// check: 32 requests, 384 sectors
__global__ void stride_three(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[3 * i + 1];
}
// truth: global load exact 5
// check: 32 requests, 160 sectors
__global__ void offset_one(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1];
}
// truth: global load exact 4
// check: 32 requests, 128 sectors
__global__ void offset_eight(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 8];
}
// truth: global load exact 4
// check: 32 requests, 128 sectors
__global__ void reversed(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[gridDim.x * blockDim.x - 1 - i];
}
// truth: global load exact 4
// check: 32 requests, 128 sectors
__global__ void xor_twenty_one(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i ^ 21];
}
// truth: global load exact 20
// check: 32 requests, 640 sectors
__global__ void permuted_by_five(float *out, const float *in) {
    int t = threadIdx.x;
    out[t] = in[(t * 5) & 255];
}
// truth: global load exact 8
// check: 32 requests, 256 sectors
__global__ void element_float2(float2 *out, const float2 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
// truth: global load exact 16
// check: 32 requests, 512 sectors
__global__ void element_float4(float4 *out, const float4 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
// truth: global load exact 8
// check: 32 requests, 256 sectors
__global__ void element_double(double *out, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * 2.0;
}
// truth: global load exact 1
// check: 32 requests, 32 sectors
__global__ void element_char(char *out, const char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
// truth: global load exact 2
// check: 32 requests, 64 sectors
__global__ void element_short(short *out, const short *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}
// truth: global load exact 9
// check: 32 requests, 288 sectors
__global__ void double_offset_one(double *out, const double *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1];
}
// truth: global load exact 16
// check: 32 requests, 512 sectors
__global__ void struct_of_16_bytes(float *out, const Quad *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].y;
}
// truth: global load exact 12
// check: 32 requests, 384 sectors
__global__ void struct_of_12_bytes(float *out, const Triple *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i].z;
}
// truth: global load exact 4
// check: 32 requests, 128 sectors
__global__ void struct_of_pointers(float *out, Arrays soa) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = soa.y[i];
}
// truth: global load exact 4
// check: 128 requests, 512 sectors
__global__ void tile_rows_16x16(float *out, const float *in) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    out[row * 1024 + col] = in[row * 1024 + col];
}
// truth: global load exact 16
// check: 128 requests, 2048 sectors
__global__ void tile_columns_16x16(float *out, const float *in) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    out[row * 1024 + col] = in[col * 1024 + row];
}
// truth: global load exact 32
// check: 32 requests, 1024 sectors
__global__ void transposed_32x8(float *out, const float *in) {
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    out[row * 32 + threadIdx.x] = in[threadIdx.x * 1024 + row];
}
// truth: global load exact 6
// check: 8 requests, 48 sectors
__global__ void rows_of_8x8(float *out, const float *in) {
    out[threadIdx.y * 8 + threadIdx.x] = in[threadIdx.y * 100 + threadIdx.x];
}
// truth: global load exact 5
// check: 32 requests, 156 sectors
__global__ void pitch_33(float *out, const float *in) {
    out[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 33 + threadIdx.x];
}
// truth: global load exact 2
// check: 32 requests, 64 sectors
__global__ void first_ten_lanes(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((threadIdx.x & 31) < 10)
        out[i] = in[i];
}
// truth: global load exact 4
// check: 32 requests, 128 sectors
__global__ void every_fourth_lane(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 4 == 0)
        out[i] = in[i];
}
// truth: global load exact 1
// check: 32 requests, 32 sectors
__global__ void broadcast_block(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[blockIdx.x];
}
// truth: global load exact 1
// check: 32 requests, 32 sectors
__global__ void broadcast_groups(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[threadIdx.x / 8];
}
// truth: global load exact 3
// check: 32 requests, 96 sectors
__global__ void remainder_24(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[threadIdx.x % 24];
}
// truth: global load exact 4
// check: 8 requests, 24 sectors
__global__ void block_of_48(float *out, const float *in) {
    out[threadIdx.x] = in[threadIdx.x];
}
// truth: global load exact 4
// check: 256 requests, 1024 sectors
__global__ void block_stride_loop(float *out, const float *in, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    out[threadIdx.x] = sum;
}
// truth: global load exact 32
// check: 512 requests, 16384 sectors
__global__ void row_per_thread_loop(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; ++k)
        sum += in[i * 16 + k];
    out[i] = sum;
}
// truth: global load exact 6
// check: 32 requests, 192 sectors
__global__ void through_ldg(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __ldg(&in[i / 2 * 3]);
}
// truth: global load estimate 32
__global__ void gather_random(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[order[i & 8191]];
}
// truth: global load estimate 32
__global__ void gather_random_small(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[order[i & 8191] & 255];
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
    cudaMalloc(&f, 1 << 24);
    cudaMalloc(&g, 1 << 24);
    Arrays arrays = {g, g + 65536, g + 131072};
    static unsigned short random_order[8192];
    for (int i = 0; i < 8192; ++i)
        random_order[i] = next_random() >> 16;
    cudaMemcpyToSymbol(order, random_order, sizeof(random_order));
    coalesced<<<4, 256>>>(f, g);
    stride_two<<<4, 256>>>(f, g);
    stride_four<<<4, 256>>>(f, g);
    stride_eight<<<4, 256>>>(f, g);
    stride_thirty_two<<<4, 256>>>(f, g);
    stride_three<<<4, 256>>>(f, g);
    offset_one<<<4, 256>>>(f, g);
    offset_eight<<<4, 256>>>(f, g);
    reversed<<<4, 256>>>(f, g);
    xor_twenty_one<<<4, 256>>>(f, g);
    permuted_by_five<<<4, 256>>>(f, g);
    element_float2<<<4, 256>>>((float2 *)f, (const float2 *)g);
    element_float4<<<4, 256>>>((float4 *)f, (const float4 *)g);
    element_double<<<4, 256>>>((double *)f, (const double *)g);
    element_char<<<4, 256>>>((char *)f, (const char *)g);
    element_short<<<4, 256>>>((short *)f, (const short *)g);
    double_offset_one<<<4, 256>>>((double *)f, (const double *)g);
    struct_of_16_bytes<<<4, 256>>>(f, (const Quad *)g);
    struct_of_12_bytes<<<4, 256>>>(f, (const Triple *)g);
    struct_of_pointers<<<4, 256>>>(f, arrays);
    tile_rows_16x16<<<dim3(4, 4), dim3(16, 16)>>>(f, g);
    tile_columns_16x16<<<dim3(4, 4), dim3(16, 16)>>>(f, g);
    transposed_32x8<<<4, dim3(32, 8)>>>(f, g);
    rows_of_8x8<<<4, dim3(8, 8)>>>(f, g);
    pitch_33<<<4, dim3(32, 8)>>>(f, g);
    first_ten_lanes<<<4, 256>>>(f, g);
    every_fourth_lane<<<4, 256>>>(f, g);
    broadcast_block<<<4, 256>>>(f, g);
    broadcast_groups<<<4, 256>>>(f, g);
    remainder_24<<<4, 256>>>(f, g);
    block_of_48<<<4, 48>>>(f, g);
    block_stride_loop<<<4, 256>>>(f, g, 2048);
    row_per_thread_loop<<<4, 256>>>(f, g, 16);
    through_ldg<<<4, 256>>>(f, g);
    gather_random<<<64, 256>>>(f, g);
    gather_random_small<<<64, 256>>>(f, g);
    return cudaDeviceSynchronize() != cudaSuccess;
}
