// Kernels whose divergence in constant memory an export of Nsight Compute shows; what
// each is about is said above it. The program is measured once; the exports beside
// this file are of that run.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__constant__ float table[1024];
__constant__ float4 wide[64];

namespace lut {
// One template, two instances: 32 and 8 addresses.
template <int N>
__global__ void by_thread(float *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x % N];
}
}  // namespace lut

namespace {
// Internal linkage: 16 addresses.
__global__ void hidden(float *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x / 2];
}
}  // namespace

// A name that is not mangled: 4 addresses.
extern "C" __global__ void plain_name(float *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x / 8];
}

// Two overloads: 32 and 2 addresses.
__global__ void overloaded(float *out) { out[threadIdx.x] = table[threadIdx.x]; }
__global__ void overloaded(double *out) { out[threadIdx.x] = table[threadIdx.x / 16]; }

// Two shapes of launch with different divergence: 32 addresses, and 8.
__global__ void by_column(float *out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = table[threadIdx.x * 3];
}

// The program takes the shape from its command line: 128 threads, where 256 are assumed.
__global__ void shape_at_run_time(float *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = table[threadIdx.x];
}
// The same, and the shape decides: rows of 8 threads.
__global__ void rows_at_run_time(float *out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = table[threadIdx.x];
}

// Two reads, trip counts known: 4 addresses 10 times, 32 addresses 5 times.
__global__ void known_trips(float *out) {
    float s = 0;
#pragma unroll 1
    for (int i = 0; i < 10; i++) s += table[threadIdx.x / 8 + i];
#pragma unroll 1
    for (int i = 0; i < 5; i++) s += table[threadIdx.x * 2 + i];
    out[threadIdx.x] = s;
}

// The same, one trip count from an argument.
__global__ void unknown_trips(float *out, int n) {
    float s = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) s += table[threadIdx.x / 8 + i];
#pragma unroll 1
    for (int i = 0; i < 5; i++) s += table[threadIdx.x * 2 + i];
    out[threadIdx.x] = s;
}

// One of four warps diverges.
__global__ void one_warp_of_four(float *out) {
    out[threadIdx.x] = table[threadIdx.x < 32 ? threadIdx.x : 32];
}

// 16-byte elements: two instructions each, 8 addresses.
__global__ void sixteen_bytes(float4 *out) { out[threadIdx.x] = wide[threadIdx.x / 4]; }

// Two neighbouring reads, which the compiler may join into one instruction.
__global__ void neighbours(float *out) {
    out[threadIdx.x] = table[2 * threadIdx.x] + table[2 * threadIdx.x + 1];
}

// Data that is not as likely as assumed: each warp reads one address.
__global__ void sorted_data(float *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[in[i] & 31];
}

// Random data: 20.4 of 32 addresses expected.
__global__ void random_data(float *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[in[i] & 31];
}

// Half of the lanes, by data.
__global__ void behind_data(float *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] & 1) out[i] = table[threadIdx.x];
}

// No divergent read.
__global__ void uniform(float *out, int n) {
    float s = 0;
#pragma unroll 1
    for (int i = 0; i < n; i++) s += table[i];
    out[threadIdx.x] = s;
}

// Not launched.
__global__ void never_run(float *out) { out[threadIdx.x] = table[threadIdx.x]; }

int main(int argc, char **argv) {
    int threads = argc > 1 ? atoi(argv[1]) : 128;
    float *out;
    int *in;
    static int host[4096];
    cudaMalloc(&out, 1 << 20);
    cudaMalloc(&in, sizeof host);
    srand(7);
    for (int i = 0; i < 4096; i++) host[i] = i / 32;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    printf("measured, \"quoted\", with %d threads\n", threads);
    lut::by_thread<32><<<4, 256>>>(out);
    lut::by_thread<8><<<2, 64>>>(out);
    hidden<<<4, 256>>>(out);
    plain_name<<<4, 256>>>(out);
    overloaded<<<1, 256>>>(out);
    overloaded<<<1, 256>>>((double *)out);
    by_column<<<1, dim3(32, 8)>>>(out);
    by_column<<<2, dim3(8, 32)>>>(out);
    by_column<<<3, dim3(8, 32)>>>(out);
    shape_at_run_time<<<4, threads>>>(out);
    rows_at_run_time<<<1, dim3(8, threads / 8)>>>(out);
    known_trips<<<1, 128>>>(out);
    unknown_trips<<<1, 128>>>(out, 10);
    one_warp_of_four<<<1, 128>>>(out);
    sixteen_bytes<<<1, 128>>>((float4 *)out);
    neighbours<<<1, 128>>>(out);
    sorted_data<<<16, 256>>>(out, in);
    for (int i = 0; i < 4096; i++) host[i] = rand() >> 8;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    random_data<<<16, 256>>>(out, in);
    behind_data<<<16, 256>>>(out, in);
    uniform<<<4096, 128>>>(out, 100);
    if (argc > 2) never_run<<<1, 32>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
