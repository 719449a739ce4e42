// Reads of __constant__ memory whose index goes through bit intrinsics, narrow types, floating point
// and conversions, and through element types of 1 to 16 bytes.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

__constant__ float curve[1024];
__constant__ signed char steps[512];
__constant__ uint16_t gain[512];
__constant__ float2 pairs[256];
__constant__ float4 quads[256];
__constant__ bool flags[256];
__constant__ __half halves[512];

enum Channel { kRed, kGreen = 5, kBlue = 9 };

// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void bit_reverse_3(float *out) {
    out[threadIdx.x] = curve[__brev(threadIdx.x) >> 29];
}
// truth: exact 6
// check: 4 divergent, 20 replays
__global__ void leading_zeros(float *out) {
    out[threadIdx.x] = curve[__clz((int)threadIdx.x)];
}
// truth: exact 6
// check: 32 divergent, 160 replays
__global__ void find_first_set(float *out) {
    out[threadIdx.x] = curve[__ffs((int)threadIdx.x)];
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void byte_permute(float *out) {
    unsigned i = __byte_perm(0x03020100u, 0x07060504u, threadIdx.x & 7u) & 0xffu;
    out[threadIdx.x] = curve[i];
}
// truth: exact 2
// check: 32 divergent, 32 replays
__global__ void funnel_rotate(float *out) {
    unsigned t = threadIdx.x;
    out[t] = curve[__funnelshift_l(t, t, 28) & 15u];
}
// truth: exact 5
// check: 4 divergent, 16 replays
__global__ void floor_log2(float *out) {
    int i = 31 - __clz((int)(threadIdx.x | 1u));
    out[threadIdx.x] = curve[i];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void byte_wraps(float *out) {
    unsigned char i = (unsigned char)(threadIdx.x * 16);
    out[threadIdx.x] = curve[i];
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void short_wraps(float *out) {
    short s = (short)(threadIdx.x << 13);
    out[threadIdx.x] = curve[(s >> 13) + 4];
}
// truth: exact 11
// check: 32 divergent, 292 replays
__global__ void floor_scaled(float *out) {
    int i = (int)floorf((float)threadIdx.x * 0.3f);
    out[threadIdx.x] = curve[i];
}
// truth: exact 23
// check: 32 divergent, 692 replays
__global__ void truncate_scaled(float *out) {
    int i = threadIdx.x * 0.7f;
    out[threadIdx.x] = curve[i];
}
// truth: exact 17
// check: 32 divergent, 512 replays
__global__ void round_to_even(float *out) {
    int i = __float2int_rn((float)threadIdx.x * 0.5f);
    out[threadIdx.x] = curve[i];
}
// truth: exact 9
// check: 32 divergent, 256 replays
__global__ void rintf_quarter(float *out) {
    float x = (threadIdx.x & 31) * 0.25f;
    out[threadIdx.x] = curve[(int)rintf(x)];
}
// truth: exact 3
// check: 4 divergent, 8 replays
__global__ void sum_of_bools(float *out) {
    int i = (threadIdx.x > 40) + (threadIdx.x > 50);
    out[threadIdx.x] = curve[i];
}
// truth: exact 3
// check: 32 divergent, 64 replays
__global__ void enum_index(float *out) {
    int i = threadIdx.x % 3 == 0 ? kBlue : kGreen + (threadIdx.x & 1);
    out[threadIdx.x] = curve[i];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void element_float2(float2 *out) {
    out[threadIdx.x] = pairs[threadIdx.x];
}
// truth: exact 16
// check: 64 divergent, 960 replays
__global__ void element_float4(float4 *out) {
    out[threadIdx.x] = quads[threadIdx.x / 2];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void element_bool(int *out) {
    out[threadIdx.x] = flags[threadIdx.x & 15] ? 1 : 2;
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void element_signed_char(int *out) {
    out[threadIdx.x] = steps[threadIdx.x / 2];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void element_uint16(int *out) {
    out[threadIdx.x] = gain[2 * threadIdx.x];
}
// truth: exact 12
// check: 32 divergent, 352 replays
__global__ void element_half(float *out) {
    out[threadIdx.x] = __half2float(halves[threadIdx.x % 12]);
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    int *n = (int *)f;
    bit_reverse_3<<<4, 256>>>(f);
    leading_zeros<<<4, 256>>>(f);
    find_first_set<<<4, 256>>>(f);
    byte_permute<<<4, 256>>>(f);
    funnel_rotate<<<4, 256>>>(f);
    floor_log2<<<4, 256>>>(f);
    byte_wraps<<<4, 256>>>(f);
    short_wraps<<<4, 256>>>(f);
    floor_scaled<<<4, 256>>>(f);
    truncate_scaled<<<4, 256>>>(f);
    round_to_even<<<4, 256>>>(f);
    rintf_quarter<<<4, 256>>>(f);
    sum_of_bools<<<4, 256>>>(f);
    enum_index<<<4, 256>>>(f);
    element_float2<<<4, 256>>>((float2 *)f);
    element_float4<<<4, 256>>>((float4 *)f);
    element_bool<<<4, 256>>>(n);
    element_signed_char<<<4, 256>>>(n);
    element_uint16<<<4, 256>>>(n);
    element_half<<<4, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
