// Reads of __constant__ memory in shapes that real kernels take: filters, stencils, lookups by pixel,
// coordinate structs, functors handed to templates, range-for, tables behind pointers.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

struct Config { static constexpr int kWidth = 16; };
struct Cell {
    int row, col;
    __device__ operator int() const { return row * Config::kWidth + col; }
};
struct Scale {
    float factor;
    __device__ float operator()(float x) const { return x * factor; }
};

__constant__ float taps[64];
__constant__ float sobel[9];
__constant__ float curve[1024];
__constant__ float other[1024];
__constant__ int2 moves[32];

template <typename Op> __device__ float apply(Op op, const float *p, int i) { return op(p[i]); }
template <typename Index> __device__ float sample(Index index) { return curve[index(threadIdx.x)]; }
__device__ __noinline__ float far_read(const float *p, int i) { return p[i] + 1.0f; }
__device__ __noinline__ float any_read(const float *p, int i) { return p[i] + 2.0f; }

// truth: exact 4
// check: 16 divergent, 48 replays
__global__ void coordinates_copied(float *out) {
    const uint3 tid = threadIdx;
    out[tid.y * 8 + tid.x] = curve[tid.y];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void coordinates_in_int2(float *out) {
    int2 cell = make_int2(threadIdx.x % 8, threadIdx.x / 8);
    out[cell.y * 8 + cell.x] = curve[cell.y];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void conversion_operator(float *out) {
    Cell cell;
    cell.row = threadIdx.x / 64;
    cell.col = threadIdx.x % 4;
    out[threadIdx.x] = curve[cell];
}
// truth: exact 12
// check: 32 divergent, 332 replays
__global__ void functor_to_template(float *out) {
    Scale twice{2.0f};
    out[threadIdx.x] = apply(twice, taps, threadIdx.x / 3 % 64);
}
// truth: exact 14
// check: 32 divergent, 416 replays
__global__ void lambda_to_template(float *out) {
    int base = blockIdx.x;
    out[threadIdx.x] = sample([base](int t) { return base + t % 14; });
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void range_for(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (float w : taps)
        sum += w * threadIdx.x;
    out[threadIdx.x] = sum;
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void mirrored_taps(float *out, const float *in, int radius) {
    float sum = 0.0f;
#pragma unroll 1
    for (int k = -radius; k <= radius; ++k)
        sum += taps[abs(k)] * in[threadIdx.x + k + radius];
    out[threadIdx.x] = sum;
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void window_3x3(float *out, const float *in, int r) {
    float sum = 0.0f;
#pragma unroll 1
    for (int dy = -r; dy <= r; ++dy)
#pragma unroll 1
        for (int dx = -r; dx <= r; ++dx)
            sum += sobel[(dy + 1) * 3 + dx + 1] * in[(threadIdx.y + dy + 1) * 64 + threadIdx.x + dx + 1];
    out[threadIdx.y * 16 + threadIdx.x] = sum;
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void neighbour_moves(int *out) {
    int2 m = moves[threadIdx.x % 4];
    out[threadIdx.x] = m.x * 100 + m.y;
}
// truth: exact 3
// check: 4 divergent, 8 replays
__global__ void unsigned_range_guard(float *out) {
    unsigned i = threadIdx.x - 5u;
    if (i < 3u)
        out[threadIdx.x] = curve[i];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void divided_by_dimension(float *out) {
    out[threadIdx.x] = curve[threadIdx.x / (gridDim.x * 2) % gridDim.x];
}
// truth: exact 2
// check: 128 divergent, 128 replays
__global__ void half_warps_share_rows(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (int row = threadIdx.x / 16; row < 64; row += blockDim.x / 16)
        sum += taps[row];
    out[threadIdx.x] = sum;
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void mulhi_eighth(float *out) {
    int i = __mulhi((int)threadIdx.x, 0x20000000);
    out[threadIdx.x] = curve[i];
}
// truth: exact 4
// check: 96 divergent, 224 replays
__global__ void digits_base_four(float *out) {
    float product = 1.0f;
    unsigned rest = threadIdx.x;
#pragma unroll 1
    for (int k = 0; k < 4; ++k) {
        product *= curve[rest % 4];
        rest /= 4;
    }
    out[threadIdx.x] = product;
}
// truth: exact 32
// check: 160 divergent, 4960 replays
__global__ void butterfly_partner(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (int mask = 1; mask < 32; mask <<= 1)
        sum += curve[(threadIdx.x ^ mask) & 31] * mask;
    out[threadIdx.x] = sum;
}
// truth: exact 32
// check: 160 divergent, 1824 replays
__global__ void twiddle_index(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (unsigned half = 2; half <= 32; half *= 2)
        sum += curve[threadIdx.x % half];
    out[threadIdx.x] = sum;
}
// truth: exact 32
// check: 44 divergent, 972 replays
__global__ void shrinking_tree(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (int s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s)
            sum += curve[threadIdx.x + s];
    }
    out[threadIdx.x] = sum;
}
// One call site: nvcc sees through the pointer and the callee reads the constant bank.
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void pointer_to_noinline(float *out) {
    out[threadIdx.x] = far_read(curve, threadIdx.x);
}
// Two kinds of pointer reach the callee: its load is generic and does not use the constant bank's path.
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void pointer_to_common_callee(float *out, const float *in) {
    out[threadIdx.x] = any_read(curve, threadIdx.x);
    out[threadIdx.x] += any_read(in, threadIdx.x);
}
// Chosen among an array of pointers by lane: a generic load, as above.
// truth: absent 1
// check: 0 divergent, 0 replays
__global__ void array_of_pointers(float *out) {
    const float *rows[4] = {curve, other, curve + 64, other + 64};
    out[threadIdx.x] = rows[threadIdx.x & 3][threadIdx.x];
}
// truth: exact 2
// check: 32 divergent, 32 replays
__global__ void chosen_by_argument(float *out, int which) {
    const float *table = which ? curve : other;
    out[threadIdx.x] = table[threadIdx.x / 16];
}

int main() {
    float *f, *g;
    cudaMalloc(&f, 1 << 20);
    cudaMalloc(&g, 1 << 20);
    coordinates_copied<<<4, dim3(8, 16)>>>(f);
    coordinates_in_int2<<<4, 256>>>(f);
    conversion_operator<<<4, 256>>>(f);
    functor_to_template<<<4, 256>>>(f);
    lambda_to_template<<<4, 256>>>(f);
    range_for<<<4, 256>>>(f);
    mirrored_taps<<<4, 256>>>(f, g, 6);
    window_3x3<<<4, dim3(16, 8)>>>(f, g, 1);
    neighbour_moves<<<4, 256>>>((int *)f);
    unsigned_range_guard<<<4, 256>>>(f);
    divided_by_dimension<<<4, 256>>>(f);
    half_warps_share_rows<<<4, 256>>>(f);
    mulhi_eighth<<<4, 256>>>(f);
    digits_base_four<<<4, 256>>>(f);
    butterfly_partner<<<4, 256>>>(f);
    twiddle_index<<<4, 256>>>(f);
    shrinking_tree<<<4, 256>>>(f);
    pointer_to_noinline<<<4, 256>>>(f);
    pointer_to_common_callee<<<4, 256>>>(f, g);
    array_of_pointers<<<4, 256>>>(f);
    chosen_by_argument<<<4, 256>>>(f, 1);
    return cudaDeviceSynchronize() != cudaSuccess;
}
