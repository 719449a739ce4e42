// nvcc: -std=c++20 --extended-lambda --expt-relaxed-constexpr
// Memory read in range-for and other loops over ranges, unrolled loops, folds and bindings. One access
// of interest per line; what the comments at the ends of lines mean is in README.md. Pointers are
// 256-byte aligned.
#include <cuda_runtime.h>
#include <array>
#include <cstddef>
#include <utility>

static float *floats() {
    float *p;
    cudaMalloc(&p, 4 << 20);
    cudaMemset(p, 0, 4 << 20);
    return p;
}

// Ranges whose iterators count.
class Range {
public:
    class Iterator {
    public:
        __device__ Iterator(int at, int step) : at_(at), step_(step) {}
        __device__ int operator*() const { return at_; }
        __device__ Iterator &operator++() {
            at_ += step_;
            return *this;
        }
        __device__ bool operator!=(const Iterator &other) const { return at_ < other.at_; }

    private:
        int at_, step_;
    };
    __device__ Range(int from, int to, int step = 1) : from_(from), to_(to), step_(step) {}
    __device__ Iterator begin() const { return {from_, step_}; }
    __device__ Iterator end() const { return {to_, step_}; }

private:
    int from_, to_, step_;
};
__device__ Range grid_stride(int n) { return Range(blockIdx.x * blockDim.x + threadIdx.x, n, gridDim.x * blockDim.x); }
__device__ Range block_stride(int n) { return Range(threadIdx.x, n, blockDim.x); }

__global__ void over_grid(const float *in, float *out, int n) {
    for (int i : grid_stride(n))
        out[i] = in[i * 2];  //= load global sectors 8 //= store global sectors 4
}
__global__ void over_block(const float *in, float *out) {
    float sum = 0;
    for (auto i : block_stride(400))
        sum += in[i];  //= load global sectors 4 mean 3.8462 requests 13
    out[threadIdx.x] = sum;  //= store global sectors 4
}
__global__ void over_counts(const float *in, float *out) {
    float sum = 0;
    for (int k : Range(0, 5))
        sum += in[k * 100 + threadIdx.x];  //= load global sectors 5 mean 4.4
    for (int k : Range(threadIdx.x % 32, 80, 32))
        sum += in[k * 8];  //= load global sectors 32 mean 26.6667
    out[threadIdx.x] = sum;
}

// Arrays.
__device__ constexpr int taps[] = {-1, 0, 1, 40};
__global__ void over_array(const float *in, float *out) {
    float sum = 0;
    for (int tap : taps)
        sum += in[8 + tap + threadIdx.x];  //= load global sectors 5 mean 4.5
    out[threadIdx.x] = sum;
}
__global__ void over_std_array(const float *in, float *out) {
    constexpr std::array<int, 3> strides = {1, 2, 4};
    float sum = 0;
#pragma unroll
    for (auto stride : strides)
        sum += in[stride * threadIdx.x];  //= load global sectors 16 mean 9.3333
    out[threadIdx.x] = sum;
}
__global__ void over_pointers(const float *a, const float *b, float *out) {
    const float *sources[] = {a, b + 2};
    float sum = 0;
    for (const float *source : sources)
        sum += source[threadIdx.x];  //= load global sectors 5 mean 4.5
    out[threadIdx.x] = sum;
}
struct Item {
    float weight;
    int first;
};
__global__ void over_items(const float *in, float *out) {
    const Item items[3] = {{0.5f, 0}, {0.25f, 4}, {0.125f, 8}};
    float sum = 0;
    for (const auto &[weight, first] : items)
        sum += weight * in[first + threadIdx.x];  //= load global sectors 5 mean 4.3333
    out[threadIdx.x] = sum;
}
__global__ void register_array(const float *in, float *out) {
    float items[4];
#pragma unroll
    for (int k = 0; k < 4; k++)
        items[k] = in[threadIdx.x * 4 + k];  //= load global sectors 16
    int k = 0;
    for (float item : items)
        out[threadIdx.x + 128 * k++] = item;  //= store global sectors 4
}

// A span in a loop: by iterator, by element.
struct FloatSpan {
    const float *data;
    int size;
    __device__ const float *begin() const { return data; }
    __device__ const float *end() const { return data + size; }
};
__global__ void over_elements(FloatSpan in, float *out) {
    float sum = 0;
    for (float v : FloatSpan{in.data, 6})  //= load global sectors 1
        sum += v;
    for (const float &v : FloatSpan{in.data + 16 * threadIdx.x, 3})
        sum += v;  //= load global sectors 32
    for (auto it = in.begin() + threadIdx.x; it < in.end(); it += blockDim.x)
        sum += *it;  //= load global sectors 4
    out[threadIdx.x] = sum;
}

// Folds and packs.
template <int... Stride>
__global__ void fold(const float *in, float *out) {
    float sum = 0;
    ((sum += in[threadIdx.x * Stride]), ...);  //= load global sectors 16 mean 9.3333
    out[threadIdx.x] = sum;
}
template <size_t... K>
__device__ float gather(const float *in, std::index_sequence<K...>) {
    return (in[threadIdx.x + K * 3] + ...);  //= load global sectors 5 mean 4.75
}
__global__ void sequence(const float *in, float *out) {
    out[threadIdx.x] = gather(in, std::make_index_sequence<4>{});
}
template <class... T>
__global__ void many(float *out, const T *...in) {
    out[threadIdx.x] = (in[threadIdx.x] + ... + 0.0f);  //= load global sectors 8 mean 4.6667
}

// Bindings.
struct Pair {
    float first, second;
};
struct Index2 {
    int row, col;
};
__device__ Index2 split(int i, int width) { return {i / width, i % width}; }
__global__ void bindings(const Pair *pairs, const float *in, float *out) {
    auto [row, col] = split(threadIdx.x, 16);
    float a = in[row * 28 + col];  //= load global sectors 5
    a += in[col * 28 + row];  //= load global sectors 16
    const auto &[first, second] = pairs[threadIdx.x]; a += first * second;  //= load global sectors 8

    out[threadIdx.x] = a;
}

// Loops with known trips.
__global__ void halving(const float *in, float *out) {
    float sum = 0;
    for (int s = 16; s > 0; s >>= 1)
        sum += in[threadIdx.x + s];  //= load global sectors 5 mean 4.6
    out[threadIdx.x] = sum;
}
__global__ void doubling(const float *in, float *out) {
    float sum = 0;
#pragma unroll 1
    for (int s = 1; s < 32; s *= 2)
        sum += in[threadIdx.x * s];  //= load global sectors 32 mean 18.4
    out[threadIdx.x] = sum;
}
template <int Items, int Threads>
__global__ void striped_and_blocked(const float *in, float *out) {
    float sum = 0;
#pragma unroll
    for (int k = 0; k < Items; k++) {
        sum += in[blockIdx.x * Items * Threads + k * Threads + threadIdx.x];  //= load global sectors 4
        sum += in[(blockIdx.x * Threads + threadIdx.x) * Items + k];  //= load global sectors 20
    }
    out[blockIdx.x * Threads + threadIdx.x] = sum;
}
__global__ void lane_bound(const float *in, float *out) {
    int lane = threadIdx.x % 32;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k <= lane; k++)
        sum += in[k * 32 + lane];  //= load global sectors 4 mean 2.5
#pragma unroll 1
    for (int k = lane; k < 32; k++)
        sum += in[k];  //= load global sectors 4 mean 2.5
    out[threadIdx.x] = sum;
}
__global__ void two_deep(const float *in, float *out) {
    float sum = 0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += in[(threadIdx.y + 1 + y) * 40 + threadIdx.x + 1 + x];  //= load global sectors 5 mean 4.6667
    out[threadIdx.y * 32 + threadIdx.x] = sum;
}

int main() {
    float *p = floats(), *q = floats();
    over_grid<<<2, 128>>>(p, q, 1024);
    over_block<<<1, 128>>>(p, q);
    over_counts<<<1, 128>>>(p, q);
    over_array<<<1, 128>>>(p, q);
    over_std_array<<<1, 128>>>(p, q);
    over_pointers<<<1, 128>>>(p, q, p);
    over_items<<<1, 128>>>(p, q);
    register_array<<<1, 128>>>(p, q);
    over_elements<<<1, 128>>>({p, 4096}, q);
    fold<1, 2, 4><<<1, 128>>>(p, q);
    sequence<<<1, 128>>>(p, q);
    many<<<1, 128>>>(q, p, reinterpret_cast<const double *>(p), reinterpret_cast<const short *>(p));
    bindings<<<1, 128>>>(reinterpret_cast<const Pair *>(p), p, q);
    halving<<<1, 128>>>(p, q);
    doubling<<<1, 128>>>(p, q);
    striped_and_blocked<5, 64><<<2, 64>>>(p, q);
    lane_bound<<<1, 128>>>(p, q);
    two_deep<<<1, dim3(32, 8)>>>(p, q);
    return cudaDeviceSynchronize();
}
