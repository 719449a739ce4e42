// Reads of __constant__ memory whose index is data. Where it differs between lanes it is uniformly
// random over its type's whole range (kind estimate); where all lanes load the same word it is uniform.
// Every kernel has exactly one read of constant memory that is not indexed by a literal, but for
// base_from_constant, which has a uniform one first.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

__constant__ float curve[1024];
__constant__ int first[16];
__constant__ double levels[256];
__constant__ float4 colors[64];
__constant__ float plane[8][8];

// truth: estimate 10
__global__ void data_remainder_ten(float *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[in[i] % 10];
}
// truth: estimate 16
__global__ void data_high_nibble(float *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[in[i] >> 4];
}
// truth: estimate 8
__global__ void data_low_bits(float *out, const unsigned *__restrict__ in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[in[i] & 7];
}
// truth: estimate 32
__global__ void data_plus_lane(float *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[(in[i] & 7) + (threadIdx.x & 31)];
}
// truth: estimate 32
__global__ void data_within_lane_row(float *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[(threadIdx.x & 31) * 4 + (in[i] & 3)];
}
// truth: estimate 8
__global__ void data_scaled(float *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[(in[i] & 7) * 8 + blockIdx.x];
}
// truth: estimate 32
__global__ void data_hashed(float *out, const unsigned *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[in[i] * 2654435761u >> 27];
}
// truth: estimate 32
__global__ void data_lookup_double(double *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = levels[in[i]];
}
// truth: estimate 32
__global__ void data_color_map(float4 *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = colors[in[i] & 63];
}
// truth: estimate 32
__global__ void data_plane(float *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char v = in[i];
    out[i] = plane[v & 7][v >> 5];
}
// truth: estimate 8
__global__ void data_histogram_loop(float *out, const unsigned char *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
#pragma unroll 1
    for (int k = 0; k < n; ++k)
        sum += curve[in[i + k * 16384] >> 5];
    out[i] = sum;
}
// truth: estimate 12
__global__ void data_under_guard(float *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if ((threadIdx.x & 31) < 12)
        out[i] = curve[in[i]];
}
// truth: estimate 16
__global__ void data_shared_by_pairs(float *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = curve[in[i / 2]];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void uniform_ldg(float *out, const int *in) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = curve[__ldg(in + blockIdx.x) & 31];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void uniform_by_warp(float *out, const int *in) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = curve[in[threadIdx.x / 32] & 1023];
}
// truth: exact 9
// check: 512 divergent, 4096 replays
__global__ void uniform_plus_lane(float *out, const int *in) {
    int base = in[blockIdx.x] & 255;
    out[blockIdx.x * blockDim.x + threadIdx.x] = curve[base + threadIdx.x % 9];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void broadcast_through_shared(float *out, const int *in) {
    __shared__ int chosen;
    if (threadIdx.x == 0)
        chosen = in[blockIdx.x] & 1023;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = curve[chosen];
}
// truth: exact 32
// check: 512 divergent, 15872 replays
__global__ void base_from_constant(float *out) {
    int base = first[blockIdx.x & 15];
    out[blockIdx.x * blockDim.x + threadIdx.x] = curve[base + threadIdx.x];
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
    const int n = 1 << 18;
    float *f;
    unsigned *keys, *host = new unsigned[n];
    for (int i = 0; i < n; ++i)
        host[i] = next_random();
    cudaMalloc(&f, n * sizeof(float4));
    cudaMalloc(&keys, n * sizeof(unsigned));
    cudaMemcpy(keys, host, n * sizeof(unsigned), cudaMemcpyHostToDevice);
    const unsigned char *bytes = (const unsigned char *)keys;
    data_remainder_ten<<<64, 256>>>(f, keys);
    data_high_nibble<<<64, 256>>>(f, bytes);
    data_low_bits<<<64, 256>>>(f, keys);
    data_plus_lane<<<64, 256>>>(f, keys);
    data_within_lane_row<<<64, 256>>>(f, keys);
    data_scaled<<<64, 256>>>(f, keys);
    data_hashed<<<64, 256>>>(f, keys);
    data_lookup_double<<<64, 256>>>((double *)f, bytes);
    data_color_map<<<64, 256>>>((float4 *)f, bytes);
    data_plane<<<64, 256>>>(f, bytes);
    data_histogram_loop<<<64, 256>>>(f, bytes, 8);
    data_under_guard<<<64, 256>>>(f, bytes);
    data_shared_by_pairs<<<64, 256>>>(f, bytes);
    uniform_ldg<<<64, 256>>>(f, (const int *)keys);
    uniform_by_warp<<<64, 256>>>(f, (const int *)keys);
    uniform_plus_lane<<<64, 256>>>(f, (const int *)keys);
    broadcast_through_shared<<<64, 256>>>(f, (const int *)keys);
    base_from_constant<<<64, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
