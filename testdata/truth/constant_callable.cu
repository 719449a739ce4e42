// nvcc: -std=c++20 --extended-lambda --expt-relaxed-constexpr
// Reads of the constant bank in lambdas, functors, views, ranges and folds. Every kernel has at most one
// read of it that is not indexed by a literal. What the truth and check lines above each kernel mean is
// in README.md.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <array>
#include <cstdint>
#include <utility>
namespace cg = cooperative_groups;

struct Step { float scale; int shift; };
struct Entry { float4 low, high; };
__constant__ float table[256];
__constant__ float grid[32][32];
__constant__ Step steps[32];
__constant__ Entry entries[16];

// truth: exact 8
// check: 4 divergent, 28 replays
template <class F>
__global__ void table_in_lambda(float *out, F f) {
    out[threadIdx.x] = f(threadIdx.x);
}
// truth: exact 16
// check: 4 divergent, 60 replays
template <class F>
__global__ void table_in_generic_lambda(float *out, F f) {
    out[threadIdx.x] = f((int64_t)threadIdx.x);
}
// truth: exact 4
// check: 4 divergent, 12 replays
template <class F>
__global__ void table_in_functor(float *out, F f) {
    out[threadIdx.x] = f(threadIdx.x);
}
struct Scale {
    int period;
    __device__ float operator()(int i) const { return steps[i % period].scale; }
};
// truth: exact 8
// check: 4 divergent, 28 replays
template <class F>
__global__ void captured_array(float *out, F f) {
    out[threadIdx.x] = f(threadIdx.x & 7);
}
// truth: exact 11
// check: 4 divergent, 40 replays
template <class F>
__global__ void member_array(float *out, F f) {
    out[threadIdx.x] = f(threadIdx.x);
}
struct Polynomial {
    float c[33];
    __device__ float operator()(int i) const { return c[i % 11] * i; }
};
// truth: absent 1
// check: 0 divergent, 0 replays
template <class F>
__global__ void small_member_array(float *out, F f) {
    out[threadIdx.x] = f(threadIdx.x);
}
struct Few {
    float c[8];
    __device__ float operator()(int i) const { return c[i & 7]; }
};
struct TableView {
    const float *p;
    int stride;
    __device__ float operator[](int i) const { return p[i * stride]; }
};
// truth: exact 32
// check: 4 divergent, 124 replays
__global__ void through_view(float *out) {
    TableView view{table, 2};
    out[threadIdx.x] = view[threadIdx.x];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void range_for(float *out) {
    float sum = 0;
    for (const Step &step : steps)
        sum += step.scale * threadIdx.x;
    out[threadIdx.x] = sum;
}
// truth: exact 4
// check: 4 divergent, 12 replays
__global__ void binding(float *out) {
    const auto &[scale, shift] = steps[threadIdx.x & 3];
    out[threadIdx.x] = 1 << shift;
}
// truth: exact 4
// check: 8 divergent, 24 replays
template <int... K>
__global__ void fold(float *out) {
    out[threadIdx.x] = (table[threadIdx.x / 8 * 4 + K] + ...);
}
// truth: exact 32
// check: 4 divergent, 124 replays
__global__ void two_dimensions(float *out) {
    out[threadIdx.y * 8 + threadIdx.x] = grid[threadIdx.y][threadIdx.x];
}
// truth: exact 4
// check: 4 divergent, 12 replays
__global__ void rows_only(float *out) {
    out[threadIdx.y * 8 + threadIdx.x] = grid[threadIdx.y][3];
}
// truth: exact 2
// check: 4 divergent, 4 replays
__global__ void tile_of_sixteen(float *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[threadIdx.x] = table[tile.meta_group_rank()];
}
// truth: exact 16
// check: 4 divergent, 60 replays
__global__ void tile_rank(float *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    out[threadIdx.x] = table[tile.thread_rank() * 4];
}
// truth: exact 11
// check: 1 divergent, 10 replays
__global__ void clamped(float *out) {
    out[threadIdx.x] = table[min(threadIdx.x, 10u)];
}
// truth: exact 32
// check: 4 divergent, 124 replays
__global__ void recomposed(float *out) {
    int64_t t = threadIdx.x;
    out[t] = table[(t / 8) * 8 + t % 8];
}
// truth: exact 8
// check: 4 divergent, 28 replays
__global__ void vector_member(float *out) {
    out[threadIdx.x] = entries[threadIdx.x & 7].high.z;
}
// truth: exact 4
// check: 8 divergent, 24 replays
__global__ void whole_vector(float *out) {
    float4 v = entries[threadIdx.x & 3].low;
    out[threadIdx.x] = v.x * v.y + v.z * v.w;
}
// truth: exact 8
// check: 4 divergent, 28 replays
__global__ void nested_lambdas(float *out) {
    int lane = threadIdx.x % 32;
    auto index = [lane](int k) { return (lane & k) * 2; };
    auto read = [&](auto k) { return table[index(k)]; };
    out[threadIdx.x] = read(7);
}
// truth: exact 3
// check: 4 divergent, 8 replays
__global__ void scoped_choice(float *out) {
    enum class Kind : int { first, second = 4, third = 9 };
    int t = threadIdx.x % 3;
    Kind kind = t == 0 ? Kind::first : t == 1 ? Kind::second : Kind::third;
    out[threadIdx.x] = table[static_cast<int>(kind)];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void by_warp(float *out) {
    int warp = threadIdx.x / 32;
    out[threadIdx.x] = table[warp * 3 + 1] * threadIdx.x;
}
// truth: exact 32
// check: 32 divergent, 644 replays
__global__ void lane_bounded(float *out) {
    int lane = threadIdx.x % 32;
    float sum = 0;
#pragma unroll 1
    for (int k = lane; k < 40; k += 5)
        sum += table[k];
    out[threadIdx.x] = sum;
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    table_in_lambda<<<1, 128>>>(f, [] __device__(int i) { return table[i & 7]; });
    int shift = 1;
    table_in_generic_lambda<<<1, 128>>>(f, [shift] __device__(auto i) { return table[i >> shift]; });
    table_in_functor<<<1, 128>>>(f, Scale{4});
    std::array<float, 40> taps{};
    captured_array<<<1, 128>>>(f, [taps] __device__(int i) { return taps[i]; });
    member_array<<<1, 128>>>(f, Polynomial{});
    small_member_array<<<1, 128>>>(f, Few{});
    through_view<<<1, 128>>>(f);
    range_for<<<1, 128>>>(f);
    binding<<<1, 128>>>(f);
    fold<0, 1, 2, 3><<<1, 128>>>(f);
    two_dimensions<<<1, dim3(8, 16)>>>(f);
    rows_only<<<1, dim3(8, 16)>>>(f);
    tile_of_sixteen<<<1, 128>>>(f);
    tile_rank<<<1, 128>>>(f);
    clamped<<<1, 128>>>(f);
    recomposed<<<1, 128>>>(f);
    vector_member<<<1, 128>>>(f);
    whole_vector<<<1, 128>>>(f);
    nested_lambdas<<<1, 128>>>(f);
    scoped_choice<<<1, 128>>>(f);
    by_warp<<<1, 128>>>(f);
    lane_bounded<<<1, 128>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
