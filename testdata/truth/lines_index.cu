// nvcc: -std=c++20 --extended-lambda --expt-relaxed-constexpr
// Index arithmetic, members of structures, block shapes, template parameters, cooperative groups and
// atomics. One access of interest per line; what the comments at the ends of lines mean is in README.md.
// Pointers are 256-byte aligned.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdint>
#include <type_traits>
namespace cg = cooperative_groups;

static float *floats() {
    float *p;
    cudaMalloc(&p, 4 << 20);
    cudaMemset(p, 0, 4 << 20);
    return p;
}

__global__ void wide(const float *in, float *out, int64_t ld) {
    int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    uint64_t u = i;
    float a = in[i * ld + 3];  //= load global sectors 32
    a += in[i + ld * 2];  //= load global sectors 4
    a += in[(u >> 2) * 8 + (u & 3)];  //= load global sectors 8
    a += in[u % 8 * 16 + u / 8];  //= load global sectors 8
    out[i] = a;  //= store global sectors 4
}
__global__ void recomposed(const float *in, float *out, int width) {
    constexpr int tile = 24;
    int t = threadIdx.x;
    float a = in[(t / tile) * tile + t % tile];  //= load global sectors 4
    a += in[(t / tile) * 32 + t % tile];  //= load global sectors 4
    a += in[t - t % tile];  //= load global sectors 2
    a += in[t % width * 8 + t / width];  //= load global sectors 16
    a += in[(t * 5) & 63];  //= load global sectors 8
    out[t] = a;  //= store global sectors 4
}
template <class T>
__device__ T clamp(T v, T low, T high) { return v < low ? low : high < v ? high : v; }
__global__ void bounded(const float *in, float *out) {
    int t = threadIdx.x;
    float a = in[min(t, 40)];  //= load global sectors 4 mean 2
    a += in[max(t - 1, 0)];  //= load global sectors 5 mean 4.75
    a += in[abs(t - 5)];  //= load global sectors 5 mean 4.75
    a += in[clamp(t - 16, 0, 63)];  //= load global sectors 4 mean 2.25
    int lane = t % 32;
    a += in[lane < 16 ? lane * 2 : lane + 32];  //= load global sectors 6
    a += in[t < 64 ? t : 2 * t];  //= load global sectors 8 mean 6
    out[t] = a;
}
__global__ void chosen(const float *left, const float *right, float *out) {
    int t = threadIdx.x, warp = t / 32;
    const float *from = warp % 2 ? left + 1 : right;
    float a = from[t];  //= load global sectors 5 mean 4.5
    if (t & 1)
        a += left[t];  //= load global sectors 4
    if (t % 32 < 5)
        a += left[t * 8];  //= load global sectors 5
    if (warp == 2)
        a += right[t * 3];  //= load global sectors 12 requests 1
    else
        a *= right[t * 2];  //= load global sectors 8 requests 3
    switch (warp) {
    case 0: a += left[t + 3]; break;  //= load global sectors 5 requests 1
    case 1: a *= left[4 * t]; break;  //= load global sectors 16 requests 1
    default: a -= left[t / 4]; break;  //= load global sectors 1 requests 2
    }
    out[t] = a;
}

// Structures and vectors.
struct Body {
    float3 position;
    float mass;
    float3 velocity;
};
struct alignas(16) Node {
    float4 box;
    int child[2];
    int parent;
};
struct Soa {
    const float *x, *y;
    int count;
};
__global__ void members(const float2 *pairs, const float4 *quads, const float3 *triples, const Body *bodies, const Node *nodes, Soa soa, float *out) {
    int t = threadIdx.x;
    float a = pairs[t].x * pairs[t].y;  //= load global sectors 8
    float4 q = quads[t];  //= load global sectors 16
    a += q.x + q.y + q.z + q.w;
    a += triples[t].z;  //= load global sectors 12
    a += bodies[t].mass;  //= load global sectors 28
    a += bodies[t].velocity.y;  //= load global sectors 28
    a += nodes[t].child[1];  //= load global sectors 32
    a += nodes[t].box.z * nodes[t].box.w;  //= load global sectors 32
    a += soa.x[t] * (t < soa.count);  //= load global sectors 4
    a += soa.y[t * 6];  //= load global sectors 24
    out[t] = a;
}
__global__ void reinterpreted(const unsigned char *bytes, const short *shorts, float *out) {
    int t = threadIdx.x;
    const unsigned char *at = bytes + 4 * t;
    int a = at[2];  //= load global sectors 4
    a += bytes[t + 30];  //= load global sectors 2
    a += reinterpret_cast<const uchar4 *>(bytes)[t].w;  //= load global sectors 4
    a += *reinterpret_cast<const int *>(shorts + 2 * t);  //= load global sectors 4
    a += shorts[t * 3 + 1];  //= load global sectors 6
    uint4 v = *(const uint4 *)(bytes + 32 * t);  //= load global sectors 32
    out[t] = a + v.x + v.y + v.z + v.w;
}

// Blocks of two and three dimensions.
__global__ void block_8_by_16(const float *in, float *out) {
    int x = threadIdx.x, y = threadIdx.y;
    float a = in[y * 100 + x];  //= load global sectors 6
    a += in[x * 16 + y];  //= load global sectors 8
    out[y * 8 + x] = a;  //= store global sectors 4
}
__global__ void block_20_by_5(const float *in, float *out) {
    int x = threadIdx.x, y = threadIdx.y;
    float a = in[y * 32 + x];  //= load global sectors 6 mean 4.25
    out[y * blockDim.x + x] = a;  //= store global sectors 4 mean 3.25
}
__global__ void block_4_4_4(const float *in, float *out) {
    dim3 t = threadIdx;
    int flat = (t.z * blockDim.y + t.y) * blockDim.x + t.x;
    float a = in[t.z * 64 + t.y * 8 + t.x];  //= load global sectors 8
    a += in[t.x * 16 + t.y * 4 + t.z];  //= load global sectors 8
    out[flat] = a;  //= store global sectors 4
}
template <int TX, int TY, bool ByRow>
__global__ void shaped(const float *in, float *out) {
    constexpr int ld = TX * 3;
    int x = threadIdx.x, y = threadIdx.y;
    if constexpr (ByRow)
        out[y * TX + x] = in[y * ld + x];
    //= shaped: load global sectors 4
    //= shaped: store global sectors 4
    else
        out[y * TX + x] = in[x * ld + y];
}
template <class T>
struct Traits {
    static constexpr int per_vector = 16 / sizeof(T);
};
template <class T>
__global__ void by_traits(const T *in, T *out) {
    int t = threadIdx.x;
    T sum = 0;
    if constexpr (std::is_same_v<T, short>)
        sum += in[t * Traits<T>::per_vector];  //= load global sectors 16
    else
        sum += in[t];
    out[t] = sum;  //= store global sectors 2
}

// Cooperative groups.
__global__ void tiles(const float *in, float *out) {
    cg::thread_block block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto eight = cg::tiled_partition<8>(block);
    float a = in[block.thread_rank() + 4];  //= load global sectors 5
    a += in[warp.meta_group_rank() * 64 + warp.thread_rank() * 2];  //= load global sectors 8
    a += in[eight.meta_group_rank() * 64 + eight.thread_rank()];  //= load global sectors 4
    a += in[eight.thread_rank() * 8];  //= load global sectors 8
    if (eight.thread_rank() == 0)
        a += in[eight.meta_group_rank()];  //= load global sectors 1
    out[block.thread_rank()] = a;
}
__global__ void tile_loop(const float *in, float *out) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int row = tile.meta_group_rank();
    float a = 0;
    for (int c = tile.thread_rank(); c < 40; c += tile.size())
        a += in[row * 40 + c];  //= load global sectors 4 mean 3.3333
    if (tile.thread_rank() == 0)
        out[row] = a;  //= store global sectors 1
}

// Atomics: one in a kernel.
__global__ void one_each(int *bins) {
    atomicAdd(&bins[threadIdx.x], 1);  //= atomic global sectors 4
}
__global__ void apart(int *bins) {
    atomicAdd(bins + 8 * threadIdx.x, 1);  //= atomic global sectors 32
}
__global__ void by_group(int *bins) {
    atomicMax(&bins[threadIdx.x / 8 * 100], threadIdx.x);  //= atomic global sectors 4
}

int main() {
    float *p = floats(), *q = floats(), *s = floats();
    wide<<<2, 128>>>(p, q, 1000);
    recomposed<<<1, 96>>>(p, q, 16);
    bounded<<<1, 128>>>(p, q);
    chosen<<<1, 128>>>(p, s, q);
    members<<<1, 128>>>((const float2 *)p, (const float4 *)p, (const float3 *)p, (const Body *)p, (const Node *)p, {p, s, 100}, q);
    reinterpreted<<<1, 128>>>((const unsigned char *)p, (const short *)s, q);
    block_8_by_16<<<1, dim3(8, 16)>>>(p, q);
    block_20_by_5<<<1, dim3(20, 5)>>>(p, q);
    block_4_4_4<<<1, dim3(4, 4, 4)>>>(p, q);
    shaped<16, 8, true><<<1, dim3(16, 8)>>>(p, q);
    by_traits<<<1, 128>>>((const short *)p, (short *)q);
    tiles<<<1, 128>>>(p, q);
    tile_loop<<<1, 128>>>(p, q);
    one_each<<<1, 128>>>((int *)q);
    apart<<<1, 128>>>((int *)q);
    by_group<<<1, 128>>>((int *)q);
    return cudaDeviceSynchronize();
}
