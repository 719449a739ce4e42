// Stores to global memory. Every kernel has exactly one (loads are counted apart). The scatter's index
// is uniformly random 16-bit data (kind estimate). Pointers are 256-byte aligned.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

struct Quad { float x, y, z, w; };

// truth: global store exact 4
// check: 32 requests, 128 sectors
__global__ void coalesced(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}
// truth: global store exact 8
// check: 32 requests, 256 sectors
__global__ void stride_two(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = i;
}
// truth: global store exact 32
// check: 32 requests, 1024 sectors
__global__ void stride_sixteen(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i * 16] = i;
}
// truth: global store exact 5
// check: 32 requests, 160 sectors
__global__ void offset_three(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i + 3] = i;
}
// truth: global store exact 16
// check: 32 requests, 512 sectors
__global__ void element_float4(float4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = make_float4(i, i, i, i);
}
// truth: global store exact 8
// check: 32 requests, 256 sectors
__global__ void element_double(double *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}
// truth: global store exact 1
// check: 32 requests, 32 sectors
__global__ void element_char(char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}
// truth: global store exact 16
// check: 32 requests, 512 sectors
__global__ void struct_member(Quad *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i].z = i;
}
// truth: global store exact 16
// check: 32 requests, 512 sectors
__global__ void transposed_16x16(float *out) {
    out[threadIdx.x * 1024 + blockIdx.x * 16 + threadIdx.y] = threadIdx.y;
}
// truth: global store exact 4
// check: 29 requests, 113 sectors
__global__ void tail_guard(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
// truth: global store exact 4
// check: 32 requests, 128 sectors
__global__ void odd_lanes(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i & 1)
        out[i] = i;
}
// truth: global store exact 1
// check: 4 requests, 4 sectors
__global__ void one_thread(float *out) {
    if (threadIdx.x == 0)
        out[blockIdx.x] = blockDim.x;
}
// truth: global store exact 2
// check: 32 requests, 64 sectors
__global__ void compacted_pairs(float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0)
        out[i / 2] = i;
}
// truth: global store estimate 32
__global__ void scatter_random(float *out, const unsigned short *where) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[where[i]] = i;
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
    float *f;
    unsigned short *where;
    cudaMalloc(&f, 1 << 24);
    cudaMalloc(&where, 1 << 20);
    static unsigned short random_where[16384];
    for (int i = 0; i < 16384; ++i)
        random_where[i] = next_random() >> 16;
    cudaMemcpy(where, random_where, sizeof(random_where), cudaMemcpyHostToDevice);
    coalesced<<<4, 256>>>(f);
    stride_two<<<4, 256>>>(f);
    stride_sixteen<<<4, 256>>>(f);
    offset_three<<<4, 256>>>(f);
    element_float4<<<4, 256>>>((float4 *)f);
    element_double<<<4, 256>>>((double *)f);
    element_char<<<4, 256>>>((char *)f);
    struct_member<<<4, 256>>>((Quad *)f);
    transposed_16x16<<<4, dim3(16, 16)>>>(f);
    tail_guard<<<4, 256>>>(f, 900);
    odd_lanes<<<4, 256>>>(f);
    one_thread<<<4, 256>>>(f);
    compacted_pairs<<<4, 256>>>(f);
    scatter_random<<<64, 256>>>(f, where);
    return cudaDeviceSynchronize() != cudaSuccess;
}
