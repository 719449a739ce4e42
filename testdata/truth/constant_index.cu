// Reads of __constant__ memory whose index is integer arithmetic on the thread's coordinates:
// division, remainder, shifts, signs, clamps, swizzles, 64-bit and multiply intrinsics.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

__constant__ float curve[1024];
__constant__ int bias[1024];
__constant__ long long wide[512];

// truth: exact 12
// check: 32 divergent, 332 replays
__global__ void divide_by_three(float *out) {
    out[threadIdx.x] = curve[threadIdx.x / 3];
}
// truth: exact 7
// check: 32 divergent, 192 replays
__global__ void global_remainder_seven(float *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[i % 7];
}
// truth: exact 2
// check: 11 divergent, 11 replays
__global__ void global_divide_48(float *out) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    out[i] = curve[i / 48];
}
// truth: exact 4
// check: 32 divergent, 75 replays
__global__ void divide_then_remainder(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = i / 12;
    out[i] = curve[row % 5];
}
// truth: exact 11
// check: 32 divergent, 180 replays
__global__ void signed_remainder(float *out) {
    int i = (int)threadIdx.x - 120;
    out[threadIdx.x] = curve[i % 6 + 8];
}
// truth: exact 3
// check: 32 divergent, 60 replays
__global__ void signed_divide(float *out) {
    int i = (int)threadIdx.x - 120;
    out[threadIdx.x] = curve[i / 16 + 10];
}
// truth: exact 3
// check: 32 divergent, 64 replays
__global__ void arithmetic_shift(int *out) {
    int i = (int)threadIdx.x - 120;
    out[threadIdx.x] = bias[(i >> 4) + 8];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void swizzle_xor_shift(float *out) {
    unsigned t = threadIdx.x;
    out[t] = curve[(t ^ (t >> 3)) & 31];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void interleave_4x4(float *out) {
    int t = threadIdx.x;
    out[t] = curve[(t % 4) * 8 + (t / 4) % 4];
}
// truth: exact 10
// check: 4 divergent, 36 replays
__global__ void clamp_window(float *out) {
    int i = min(max((int)threadIdx.x - 5, 0), 9);
    out[threadIdx.x] = curve[i];
}
// truth: exact 20
// check: 32 divergent, 608 replays
__global__ void fold_absolute(int *out) {
    int lane = threadIdx.x & 31;
    out[threadIdx.x] = bias[abs(lane - 12)];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void mul24_masked(int *out) {
    int i = __mul24((int)threadIdx.x, 3);
    out[threadIdx.x] = bias[i & 15];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void umulhi_tenth(float *out) {
    unsigned i = __umulhi(threadIdx.x, 0x1999999au);
    out[threadIdx.x] = curve[i];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void product_64bit(long long *out) {
    long long i = (long long)threadIdx.x * 0x100000001LL;
    out[threadIdx.x] = wide[(i >> 32) & 3];
}
// truth: exact 24
// check: 32 divergent, 736 replays
__global__ void reversed_remainder(float *out) {
    unsigned i = blockDim.x - 1 - threadIdx.x;
    out[threadIdx.x] = curve[i % 24];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void or_and_subtract(float *out) {
    int t = threadIdx.x;
    out[t] = curve[3 - t + 2 * (t | 1)];
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void complement_mask(float *out) {
    out[threadIdx.x] = curve[~threadIdx.x & 11u];
}

int main() {
    float *f; int *n; long long *w;
    cudaMalloc(&f, 1 << 20); cudaMalloc(&n, 1 << 20); cudaMalloc(&w, 1 << 20);
    divide_by_three<<<4, 256>>>(f);
    global_remainder_seven<<<4, 256>>>(f);
    global_divide_48<<<4, 256>>>(f);
    divide_then_remainder<<<4, 256>>>(f);
    signed_remainder<<<4, 256>>>(f);
    signed_divide<<<4, 256>>>(f);
    arithmetic_shift<<<4, 256>>>(n);
    swizzle_xor_shift<<<4, 256>>>(f);
    interleave_4x4<<<4, 256>>>(f);
    clamp_window<<<4, 256>>>(f);
    fold_absolute<<<4, 256>>>(n);
    mul24_masked<<<4, 256>>>(n);
    umulhi_tenth<<<4, 256>>>(f);
    product_64bit<<<4, 256>>>(w);
    reversed_remainder<<<4, 256>>>(f);
    or_and_subtract<<<4, 256>>>(f);
    complement_mask<<<4, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
