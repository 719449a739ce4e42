// Reads of arrays inside by-value kernel parameters (the same bank and the same cost as __constant__
// memory), and tables that look alike but are not in the constant bank (kind absent). A struct of at most
// 128 bytes that is not __grid_constant__ is one of these: nvcc 13.0 copies it to local memory when an
// array in it is indexed by a variable (for sm_80, sm_90 and sm_100 alike; const changes nothing).
// Every kernel has at most one read of the constant bank that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

struct Matrix { float m[5][8]; };
struct SmallMatrix { float m[4][4]; };
struct Taps31 { float tap[31]; int count; };
struct Layer { float w[8]; int width; };
struct Network { int depth; Layer layer[4]; };
struct Taps { float tap[32]; int count; };
struct Vectors { float4 v[32]; };
struct Corners { int2 corner[24]; };
struct Bytes { unsigned char b[192]; };
template <typename T, int N> struct Array {
    T data[N];
    __device__ const T &operator[](int i) const { return data[i]; }
};
struct Mixed { float *target; float scale[40]; };
struct SmallMixed { float *target; float scale[8]; };

__device__ float device_table[64];
__device__ __noinline__ float sum_two(const Taps *t, int i) { return t->tap[i] + t->count; }
__device__ __forceinline__ float tap_of(const Taps &t, int i) { return t.tap[i]; }

// truth: exact 4
// check: 16 divergent, 48 replays
__global__ void param_matrix_row(Matrix p, float *out) {
    out[threadIdx.x] = p.m[threadIdx.x & 3][2];
}
// truth: exact 4
// check: 16 divergent, 48 replays
__global__ void param_nested_arrays(Network net, float *out) {
    out[threadIdx.x] = net.layer[threadIdx.x / 8 % 4].w[blockIdx.x];
}
// truth: exact 8
// check: 16 divergent, 112 replays
__global__ void grid_constant_nested(const __grid_constant__ Network net, float *out) {
    out[threadIdx.x] = net.layer[blockIdx.x].w[threadIdx.x % 8];
}
// truth: exact 32
// check: 256 divergent, 7936 replays
__global__ void param_loop_plus_lane(const Taps p, float *out, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < n; ++i)
        sum += p.tap[(i + threadIdx.x) & 31];
    out[threadIdx.x] = sum;
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void param_loop_uniform(const Taps p, float *out, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < n; ++i)
        sum += p.tap[i] * threadIdx.x;
    out[threadIdx.x] = sum;
}
// truth: exact 8
// check: 16 divergent, 100 replays
__global__ void param_to_inlined(Taps p, float *out) {
    out[threadIdx.x] = tap_of(p, threadIdx.x / 5 % 32);
}
// truth: exact 6
// check: 32 divergent, 160 replays
__global__ void param_float4(Vectors p, float4 *out) {
    out[threadIdx.x] = p.v[threadIdx.x % 6];
}
// truth: exact 24
// check: 16 divergent, 368 replays
__global__ void param_int2_member(Corners p, int *out) {
    out[threadIdx.x] = p.corner[threadIdx.x % 24].y;
}
// truth: exact 32
// check: 16 divergent, 496 replays
__global__ void param_bytes(Bytes p, int *out) {
    out[threadIdx.x] = p.b[threadIdx.x * 6 % 192];
}
// truth: exact 18
// check: 16 divergent, 272 replays
__global__ void param_wrapper(Array<float, 40> p, float *out) {
    out[threadIdx.x] = p[threadIdx.x % 18];
}
// truth: exact 16
// check: 16 divergent, 240 replays
template <int N>
__global__ void param_template(Array<double, N> p, double *out) {
    out[threadIdx.x] = p.data[threadIdx.x / 2 & (N - 1)];
}
// truth: exact 12
// check: 16 divergent, 176 replays
__global__ void param_beside_pointer(Mixed p) {
    if ((threadIdx.x & 31) < 12)
        p.target[threadIdx.x] = p.scale[threadIdx.x & 15];
}
// truth: exact 16
// check: 16 divergent, 240 replays
__global__ void grid_constant_small(const __grid_constant__ SmallMatrix p, float *out) {
    out[threadIdx.x] = p.m[threadIdx.x & 3][threadIdx.x >> 2 & 3];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void param_small_matrix(SmallMatrix p, float *out) {
    out[threadIdx.x] = p.m[threadIdx.x & 3][2];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void param_of_128_bytes(const Taps31 p, float *out) {
    out[threadIdx.x] = p.tap[threadIdx.x % 31];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void param_small_wrapper(Array<float, 18> p, float *out) {
    out[threadIdx.x] = p[threadIdx.x % 18];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void param_small_mixed(SmallMixed p) {
    p.target[threadIdx.x] = p.scale[threadIdx.x & 7];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void param_written_copy(Taps p, float *out, int k) {
    p.tap[k] = 1.0f;
    out[threadIdx.x] = p.tap[threadIdx.x & 31];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void param_address_to_call(Taps p, float *out) {
    out[threadIdx.x] = sum_two(&p, threadIdx.x & 31);
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void table_in_device_memory(float *out) {
    out[threadIdx.x] = device_table[threadIdx.x & 63];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void table_in_shared_memory(const float *in, float *out) {
    __shared__ float table[32];
    if (threadIdx.x < 32)
        table[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = table[threadIdx.x * 7 & 31];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void table_behind_pointer(const Taps *p, float *out) {
    out[threadIdx.x] = p->tap[threadIdx.x & 31];
}
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void table_in_local_array(float *out, int k) {
    float table[16];
    for (int i = 0; i < 16; ++i)
        table[i] = i * k;
    out[threadIdx.x] = table[threadIdx.x & 15];
}

int main() {
    float *f, *g;
    cudaMalloc(&f, 1 << 20);
    cudaMalloc(&g, 1 << 20);
    Matrix matrix{};
    SmallMatrix small{};
    Taps31 taps31{};
    Array<float, 18> short_array{};
    SmallMixed small_mixed{};
    small_mixed.target = f;
    Network net{};
    Taps taps{};
    Vectors vectors{};
    Corners corners{};
    Bytes bytes{};
    Array<float, 40> wrapped{};
    Array<double, 32> doubles{};
    Mixed mixed{};
    mixed.target = f;
    param_matrix_row<<<4, 128>>>(matrix, f);
    param_nested_arrays<<<4, 128>>>(net, f);
    grid_constant_nested<<<4, 128>>>(net, f);
    param_loop_plus_lane<<<4, 128>>>(taps, f, 16);
    param_loop_uniform<<<4, 128>>>(taps, f, 16);
    param_to_inlined<<<4, 128>>>(taps, f);
    param_float4<<<4, 128>>>(vectors, (float4 *)f);
    param_int2_member<<<4, 128>>>(corners, (int *)f);
    param_bytes<<<4, 128>>>(bytes, (int *)f);
    param_wrapper<<<4, 128>>>(wrapped, f);
    param_template<32><<<4, 128>>>(doubles, (double *)f);
    param_beside_pointer<<<4, 128>>>(mixed);
    grid_constant_small<<<4, 128>>>(small, f);
    param_small_matrix<<<4, 128>>>(small, f);
    param_of_128_bytes<<<4, 128>>>(taps31, f);
    param_small_wrapper<<<4, 128>>>(short_array, f);
    param_small_mixed<<<4, 128>>>(small_mixed);
    param_written_copy<<<4, 128>>>(taps, f, 3);
    param_address_to_call<<<4, 128>>>(taps, f);
    table_in_device_memory<<<4, 128>>>(f);
    table_in_shared_memory<<<4, 128>>>(g, f);
    table_behind_pointer<<<4, 128>>>((const Taps *)g, f);
    table_in_local_array<<<4, 128>>>(f, 3);
    return cudaDeviceSynchronize() != cudaSuccess;
}
