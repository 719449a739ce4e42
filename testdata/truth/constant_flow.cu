// Reads of __constant__ memory under control flow: continue, break, do-while, lane-dependent bounds,
// short-circuit operators, switches that fall through, guards and loop-carried indexes.
// Every kernel has exactly one read of constant memory that is not indexed by a literal. Loops are kept
// as written (#pragma unroll 1), so that one iteration of the source is one executed load.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

__constant__ float curve[1024];
__constant__ float grid_2d[8][32];

// truth: exact 16
// check: 512 divergent, 7680 replays
__global__ void continue_other_parity(float *out, int n) {
    float sum = 0.0f;
    int t = threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
        if ((i + t) & 1)
            continue;
        sum += curve[i + t];
    }
    out[t] = sum;
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void break_at_lane(float *out) {
    float sum = 0.0f;
    int lane = threadIdx.x & 31;
#pragma unroll 1
    for (int i = 0; i < 32; ++i) {
        if (i > lane)
            break;
        sum += curve[i * 2];
    }
    out[threadIdx.x] = sum;
}
// truth: exact 8
// check: 256 divergent, 1792 replays
__global__ void do_while_stride(float *out, int n) {
    float sum = 0.0f;
    int i = threadIdx.x & 7;
#pragma unroll 1
    do {
        sum += curve[i];
        i += 8;
    } while (i < n);
    out[threadIdx.x] = sum;
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void inner_bound_by_lane(float *out) {
    float sum = 0.0f;
    int last = threadIdx.x & 3;
#pragma unroll 1
    for (int r = 0; r < 8; ++r)
#pragma unroll 1
        for (int j = 0; j <= last; ++j)
            sum += grid_2d[r][j] * (j + 1);
    out[threadIdx.x] = sum;
}
// truth: exact 4
// check: 96 divergent, 192 replays
__global__ void triangle_from_lane(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (int j = threadIdx.x & 3; j < 4; ++j)
        sum += grid_2d[0][j];
    out[threadIdx.x] = sum;
}
// truth: exact 2
// check: 64 divergent, 64 replays
__global__ void stride_block_rows(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = threadIdx.y; i < 32; i += blockDim.y)
        sum += curve[i];
    out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
// truth: exact 3
// check: 4 divergent, 8 replays
__global__ void ternary_chain(float *out) {
    int t = threadIdx.x;
    int i = t < 64 ? 1 : t < 100 ? 20 : t < 101 ? 37 : 64;
    out[t] = curve[i];
}
// truth: exact 28
// check: 32 divergent, 864 replays
__global__ void guard_and(float *out) {
    int t = threadIdx.x;
    if ((t & 31) > 3 && curve[t] >= 0.0f)
        out[t] = 1.0f;
}
// truth: exact 22
// check: 32 divergent, 672 replays
__global__ void guard_or(float *out) {
    int t = threadIdx.x;
    if ((t & 31) < 10 || curve[t % 32 + 1] < 0.0f)
        out[t] = 1.0f;
}
// truth: exact 6
// check: 32 divergent, 160 replays
__global__ void comma_operator(float *out) {
    int t = threadIdx.x;
    int i = (t += 3, t % 6);
    out[threadIdx.x] = curve[i];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void switch_falls_through(float *out) {
    int i = 0;
    switch (threadIdx.x % 5) {
    case 0: i += 1;
    case 1: i += 10; break;
    case 2: i += 100;
    default: i += 7;
    }
    out[threadIdx.x] = curve[i];
}
// truth: exact 32
// check: 156 divergent, 1804 replays
__global__ void while_halving(float *out) {
    float sum = 0.0f;
    unsigned n = threadIdx.x;
#pragma unroll 1
    while (n) {
        sum += curve[n];
        n >>= 1;
    }
    out[threadIdx.x] = sum;
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void nested_guards(float *out) {
    int t = threadIdx.x;
    if (t & 1) {
        if (t & 2) {
            out[t] = curve[t];
        }
    }
}
// truth: exact 24
// check: 32 divergent, 736 replays
__global__ void else_branch(float *out) {
    int t = threadIdx.x;
    float v;
    if (t % 4 == 0)
        v = 2.0f * t;
    else
        v = curve[t + 8];
    out[t] = v;
}
// truth: exact 4
// check: 512 divergent, 1536 replays
__global__ void two_loop_counters(float *out, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0, j = n - 1; i < j; ++i, --j)
        sum += curve[j - (threadIdx.x & 3)] * i;
    out[threadIdx.x] = sum;
}
// truth: exact 32
// check: 160 divergent, 1824 replays
__global__ void carried_index(float *out) {
    float sum = 0.0f;
    int i = threadIdx.x & 31;
#pragma unroll 1
    for (int k = 0; k < 6; ++k) {
        sum += curve[i];
        i = (i * 2) & 31;
    }
    out[threadIdx.x] = sum;
}
// truth: exact 2
// check: 192 divergent, 192 replays
__global__ void uniform_break(float *out, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0;; ++i) {
        if (i * 5 >= n)
            break;
        sum += curve[i * 16 + threadIdx.x / 16];
    }
    out[threadIdx.x] = sum;
}
// truth: exact 9
// check: 32 divergent, 256 replays
__global__ void early_returns(float *out) {
    int lane = threadIdx.x % warpSize;
    if (lane < 4)
        return;
    if (!(lane < 14))
        return;
    if (lane == 7)
        return;
    out[threadIdx.x] = curve[lane];
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    continue_other_parity<<<4, 256>>>(f, 16);
    break_at_lane<<<4, 256>>>(f);
    do_while_stride<<<4, 256>>>(f, 64);
    inner_bound_by_lane<<<4, 256>>>(f);
    triangle_from_lane<<<4, 256>>>(f);
    stride_block_rows<<<4, dim3(16, 8)>>>(f);
    ternary_chain<<<4, 256>>>(f);
    guard_and<<<4, 256>>>(f);
    guard_or<<<4, 256>>>(f);
    comma_operator<<<4, 256>>>(f);
    switch_falls_through<<<4, 256>>>(f);
    while_halving<<<4, 256>>>(f);
    nested_guards<<<4, 256>>>(f);
    else_branch<<<4, 256>>>(f);
    two_loop_counters<<<4, 256>>>(f, 32);
    carried_index<<<4, 256>>>(f);
    uniform_break<<<4, 256>>>(f, 30);
    early_returns<<<4, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
