// Reads of __constant__ memory reached through C++: member functions, operators, functors, references,
// macros, templates and specialisations, lambdas, constexpr, pointers and chains of calls.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

__constant__ float curve[1024];
__constant__ float plane[16][16];
namespace lut {
__constant__ float ramp[256];
}

struct Lookup {
    int base;
    __device__ float get(int i) const { return curve[base + i]; }
};
struct View {
    const float *p;
    __device__ const float &operator[](int i) const { return p[i]; }
};
struct Plane {
    __device__ float operator()(int r, int c) const { return plane[r][c]; }
};
class Slice {
public:
    __device__ Slice(const float *base, int first) : data_(base + first) {}
    __device__ float at(int i) const { return data_[i * step_]; }

private:
    const float *data_;
    int step_ = 2;
};
struct Folder {
    int width;
    __device__ int fold(int i) const { return i % width; }
};
struct MirrorFolder : Folder {
    __device__ int mirror(int i) const { return width - 1 - fold(i); }
};

__device__ void wrap_in_place(int &i) { i = i * 3 % 7; }
__device__ int pick(int i, int period = 6) { return i % period; }
__device__ int position(int i) { return i & 1; }
__device__ int position(float x) { return (int)(x * 0.5f) & 15; }
__device__ float read_from(const float *p, int i) { return p[i]; }
__device__ int level3(int i) { return i & 12; }
__device__ int level2(int i) { return level3(i + 1) / 4; }
__device__ float level1(int i) { return curve[level2(i)]; }

#define INDEX(r, c) ((r) * 16 + (c))

template <typename T> struct Grain { enum { value = 1 }; };
template <> struct Grain<double> { enum { value = 4 }; };
template <int N> __device__ int fold(int i) { return i % N; }
template <int N> struct Power { static constexpr int value = 2 * Power<N - 1>::value; };
template <> struct Power<0> { static constexpr int value = 1; };
__host__ __device__ constexpr int odd(int n) { return 2 * n + 1; }

// truth: exact 2
// check: 32 divergent, 32 replays
__global__ void member_function(float *out) {
    Lookup table{4};
    out[threadIdx.x] = table.get(threadIdx.x / 16);
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void index_operator(float *out) {
    View v{curve + 8};
    out[threadIdx.x] = v[threadIdx.x / 4];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void call_operator(float *out) {
    Plane at;
    out[threadIdx.x] = at(threadIdx.x % 16, 2);
}
// truth: exact 24
// check: 32 divergent, 736 replays
__global__ void slice_object(float *out) {
    Slice s(curve, blockIdx.x * 64);
    out[threadIdx.x] = s.at(threadIdx.x % 24);
}
// truth: exact 7
// check: 32 divergent, 192 replays
__global__ void reference_parameter(float *out) {
    int i = threadIdx.x;
    wrap_in_place(i);
    out[threadIdx.x] = curve[i];
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void index_macro(float *out) {
    int r = threadIdx.x / 16, c = threadIdx.x % 16;
    out[threadIdx.x] = curve[INDEX(r, c / 4)];
}
// truth: exact 8
// check: 32 divergent, 224 replays
template <typename T>
__global__ void specialised_grain(float *out) {
    out[threadIdx.x] = curve[threadIdx.x / Grain<T>::value];
}
// truth: exact 9
// check: 32 divergent, 256 replays
__global__ void template_function(float *out) {
    out[threadIdx.x] = curve[fold<9>(threadIdx.x)];
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void template_recursion(float *out) {
    out[threadIdx.x] = curve[threadIdx.x % Power<3>::value];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void call_chain(float *out) {
    out[threadIdx.x] = level1(threadIdx.x);
}
// truth: exact 8
// check: 32 divergent, 200 replays
__global__ void lambda_by_value(float *out) {
    int width = 5;
    auto cell = [=](int t) { return t / width + 1; };
    out[threadIdx.x] = curve[cell(threadIdx.x)];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void lambda_by_reference(float *out) {
    int i = threadIdx.x & 6;
    auto advance = [&i]() { i += 2; };
    advance();
    out[threadIdx.x] = curve[i];
}
// truth: exact 5
// check: 32 divergent, 128 replays
__global__ void constexpr_function(float *out) {
    out[threadIdx.x] = curve[threadIdx.x % odd(2)];
}
// truth: exact 3
// check: 32 divergent, 64 replays
__global__ void constexpr_map(float *out) {
    constexpr int remap[4] = {3, 9, 3, 1};
    out[threadIdx.x] = curve[remap[threadIdx.x & 3] * 5];
}
// truth: exact 4
// check: 32 divergent, 96 replays
template <bool kMasked>
__global__ void if_constexpr(float *out) {
    int i = threadIdx.x;
    if constexpr (kMasked)
        i &= 3;
    out[threadIdx.x] = curve[i];
}
// truth: exact 12
// check: 32 divergent, 352 replays
__global__ void inherited_method(float *out) {
    MirrorFolder f;
    f.width = 12;
    out[threadIdx.x] = curve[f.mirror(threadIdx.x)];
}
// truth: exact 6
// check: 32 divergent, 160 replays
__global__ void default_argument(float *out) {
    out[threadIdx.x] = curve[pick(threadIdx.x)];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void overloaded_function(float *out) {
    out[threadIdx.x] = curve[position((float)threadIdx.x)];
}
// truth: exact 10
// check: 32 divergent, 288 replays
__global__ void namespaced_table(float *out) {
    using lut::ramp;
    out[threadIdx.x] = ramp[threadIdx.x * 2 % 20];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void pointer_argument(float *out) {
    out[threadIdx.x] = read_from(curve + 4, threadIdx.x & 15);
}
// truth: exact 4
// check: 128 divergent, 384 replays
__global__ void local_index_array(float *out) {
    int index[4];
    for (int k = 0; k < 4; ++k)
        index[k] = (threadIdx.x >> k) & 3;
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k)
        sum += curve[index[k]];
    out[threadIdx.x] = sum;
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    member_function<<<4, 256>>>(f);
    index_operator<<<4, 256>>>(f);
    call_operator<<<4, 256>>>(f);
    slice_object<<<4, 256>>>(f);
    reference_parameter<<<4, 256>>>(f);
    index_macro<<<4, 256>>>(f);
    specialised_grain<double><<<4, 256>>>(f);
    template_function<<<4, 256>>>(f);
    template_recursion<<<4, 256>>>(f);
    call_chain<<<4, 256>>>(f);
    lambda_by_value<<<4, 256>>>(f);
    lambda_by_reference<<<4, 256>>>(f);
    constexpr_function<<<4, 256>>>(f);
    constexpr_map<<<4, 256>>>(f);
    if_constexpr<true><<<4, 256>>>(f);
    inherited_method<<<4, 256>>>(f);
    default_argument<<<4, 256>>>(f);
    overloaded_function<<<4, 256>>>(f);
    namespaced_table<<<4, 256>>>(f);
    pointer_argument<<<4, 256>>>(f);
    local_index_array<<<4, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}
