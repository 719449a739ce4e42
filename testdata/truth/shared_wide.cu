// Loads of 8 and 16 bytes per lane from shared memory: when the hardware serves the halves and quarters
// of a warp together. Every kernel fills its array, waits, and then has exactly one load from it.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void double_quads(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t / 4];
}
// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void double_same_at_distance_two(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[(t & 1) | (t >> 2 << 1)];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void double_same_in_both_halves(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t & 15];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void double_same_at_distance_eight(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t & 7];
}
// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void double_one_word_per_half(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t / 16];
}
// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void double_even_lanes(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t % 2 == 0)
        out[threadIdx.x] = s[t / 2];
}
// truth: shared load exact 2
// check: 4 requests, 8 wavefronts, 4 conflicts
__global__ void double_even_lanes_unit(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t % 2 == 0)
        out[threadIdx.x] = s[t];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void double_middle_half(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t >= 8 && t < 24)
        out[threadIdx.x] = s[t - 8];
}
// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void double_one_lane(double *out, const double *in) {
    __shared__ double s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t == 5)
        out[threadIdx.x] = s[t];
}
// truth: shared load exact 16
// check: 4 requests, 64 wavefronts, 60 conflicts
__global__ void double_pairs_conflict(double *out, const double *in) {
    __shared__ double s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t / 2 * 16];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_pairs(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t / 2];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_quads(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t / 4];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_octets(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t / 8];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_same_at_distance_two(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[(t & 1) | (t >> 2 << 1)];
}
// truth: shared load exact 1
// check: 4 requests, 16 wavefronts, 0 conflicts
__global__ void float4_repeats_eight(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t & 7];
}
// truth: shared load exact 1
// check: 4 requests, 16 wavefronts, 0 conflicts
__global__ void float4_repeats_sixteen(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t & 15];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_alternating(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t & 1];
}
// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void float4_first_eight(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t < 8)
        out[threadIdx.x] = s[t];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_first_sixteen(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t < 16)
        out[threadIdx.x] = s[t];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_every_fourth(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t % 4 == 0)
        out[threadIdx.x] = s[t / 4];
}
// truth: shared load exact 1
// check: 4 requests, 8 wavefronts, 0 conflicts
__global__ void float4_even_lanes(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t % 2 == 0)
        out[threadIdx.x] = s[t / 2];
}
// truth: shared load exact 1
// check: 4 requests, 4 wavefronts, 0 conflicts
__global__ void float4_one_lane(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    if (t == 9)
        out[threadIdx.x] = s[t];
}
// truth: shared load exact 4
// check: 4 requests, 64 wavefronts, 48 conflicts
__global__ void float4_transposed_4x8(float4 *out, const float4 *in) {
    __shared__ float4 s[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t % 8 * 4 + t / 8];
}
// truth: shared load exact 1
// check: 4 requests, 16 wavefronts, 0 conflicts
__global__ void float4_odd_stride(float4 *out, const float4 *in) {
    __shared__ float4 s[96];
    for (int i = threadIdx.x; i < 96; i += blockDim.x)
        s[i] = in[i];
    __syncthreads();
    int t = threadIdx.x;
    out[threadIdx.x] = s[t * 3];
}

int main() {
    float *f, *g;
    cudaMalloc(&f, 1 << 20);
    cudaMalloc(&g, 1 << 20);
    double_quads<<<4, 32>>>((double *)f, (const double *)g);
    double_same_at_distance_two<<<4, 32>>>((double *)f, (const double *)g);
    double_same_in_both_halves<<<4, 32>>>((double *)f, (const double *)g);
    double_same_at_distance_eight<<<4, 32>>>((double *)f, (const double *)g);
    double_one_word_per_half<<<4, 32>>>((double *)f, (const double *)g);
    double_even_lanes<<<4, 32>>>((double *)f, (const double *)g);
    double_even_lanes_unit<<<4, 32>>>((double *)f, (const double *)g);
    double_middle_half<<<4, 32>>>((double *)f, (const double *)g);
    double_one_lane<<<4, 32>>>((double *)f, (const double *)g);
    double_pairs_conflict<<<4, 32>>>((double *)f, (const double *)g);
    float4_pairs<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_quads<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_octets<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_same_at_distance_two<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_repeats_eight<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_repeats_sixteen<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_alternating<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_first_eight<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_first_sixteen<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_every_fourth<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_even_lanes<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_one_lane<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_transposed_4x8<<<4, 32>>>((float4 *)f, (const float4 *)g);
    float4_odd_stride<<<4, 32>>>((float4 *)f, (const float4 *)g);
    return cudaDeviceSynchronize() != cudaSuccess;
}
