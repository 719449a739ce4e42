// Written by cudalint calibrate.
// The ways that a table is read, for any space.
#pragma once
#include "spaces.cuh"

static __device__ unsigned lane() { return threadIdx.x & 31; }

static __device__ __forceinline__ void add(float4& sum, float v) { sum.x += v; }
static __device__ __forceinline__ void add(float4& sum, float2 v) { sum.x += v.x, sum.y += v.y; }
static __device__ __forceinline__ void add(float4& sum, float4 v) { sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w; }
static __device__ unsigned fold(float4 sum) { return __float_as_uint(sum.x + sum.y + sum.z + sum.w); }

// StridedReads: lane l reads at (l % addresses) * stride, eight times a round
// with kStep bytes added each time as a literal offset. The base moves to and fro
// between rounds by toggle bytes, or the compiler would take the loads out of the
// loop. Nothing but the loads and one addition each is left in a round.
template <class Space, class T, int kStep>
struct StridedReads {
    static const int kOperations = 8;
    struct State {
        unsigned offset;
        float4 sum;
    };
    Space space;
    unsigned addresses, stride, toggle;
    __device__ void prepare() const { space.prepare(); }
    __device__ State start() const { return State{lane() % addresses * stride, make_float4(0, 0, 0, 0)}; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) add(s.sum, space.template read<T>(s.offset, i * kStep));
        s.offset ^= toggle;
    }
    __device__ unsigned finish(State& s) const { return fold(s.sum); }
};

// RandomReads: each of `groups` groups of lanes draws a fresh index for every
// read; the top bits of a linear congruential generator are the offset. Warps
// and blocks draw different ones.
template <class Space, class T>
struct RandomReads {
    static const int kOperations = 8;
    struct State {
        unsigned x;
        float4 sum;
    };
    Space space;
    unsigned groups;
    unsigned shift;  // 32 - log2(table bytes, or elements where the space counts them)
    unsigned align;  // mask that keeps offsets at multiples of the element
    __device__ void prepare() const { space.prepare(); }
    __device__ State start() const {
        unsigned x = (blockIdx.x * 1024 + threadIdx.x / 32 * 32 + lane() % groups + 1) * 2654435761u;
        x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
        return State{x, make_float4(0, 0, 0, 0)};
    }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            s.x = s.x * 1664525u + 1013904223u;
            add(s.sum, space.template read<T>(s.x >> shift & align));
        }
    }
    __device__ unsigned finish(State& s) const { return fold(s.sum); }
};

// SweepReads: the lanes read neighbouring elements, or all the same one, and all
// warps walk through a table with `step` bytes from read to read.
template <class Space>
struct SweepReads {
    static const int kOperations = 8;
    struct State {
        unsigned offset;
        float sum;
    };
    Space space;
    unsigned addresses, step, mask;
    __device__ void prepare() const { space.prepare(); }
    __device__ State start() const { return State{lane() % addresses * 4, 0}; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            s.offset = (s.offset + step) & mask;
            s.sum += space.template read<float>(s.offset);
        }
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

// ChainedReads: each read's offset is what the one before returned.
template <class Space>
struct ChainedReads {
    static const int kOperations = 16;
    typedef unsigned State;
    Space space;
    unsigned addresses, stride;
    __device__ void prepare() const { space.prepare(); }
    __device__ State start() const { return lane() % addresses * stride; }
    __device__ __forceinline__ void round(State& offset) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) offset = space.template read<unsigned>(offset);
    }
    __device__ unsigned finish(State& offset) const { return offset; }
};

// WalkingReads: each lane follows four chains from random places. With a table
// that is one random ring, a read's place is as good as random and costs nothing
// to find.
template <class Space>
struct WalkingReads {
    static const int kOperations = 8;
    struct State {
        unsigned at[4];
    };
    Space space;
    unsigned words;
    __device__ void prepare() const { space.prepare(); }
    __device__ State start() const {
        State s;
        unsigned x = (blockIdx.x * 1024 + threadIdx.x + 1) * 2654435761u;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            x ^= x >> 15, x *= 2246822519u, x ^= x >> 13;
            s.at[i] = (x >> 4) % words * 4;
        }
        return s;
    }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) s.at[i & 3] = space.template read<unsigned>(s.at[i & 3]);
    }
    __device__ unsigned finish(State& s) const { return s.at[0] ^ s.at[1] ^ s.at[2] ^ s.at[3]; }
};

template <class T, class Space>
static RandomReads<Space, T> random_reads(const Space& space, unsigned groups, long long bytes) {
    unsigned bits = 0;
    while ((1ll << bits) < bytes) bits++;
    return RandomReads<Space, T>{space, groups, 32 - bits, ~(unsigned)(sizeof(T) - 1)};
}

// itself is a table each of whose words holds its own offset, in units.
static std::vector<unsigned> itself(int bytes, int unit) {
    std::vector<unsigned> table(bytes / 4);
    for (int i = 0; i < bytes / 4; i++) table[i] = i * 4 / unit;
    return table;
}

// ring is a table whose words, stride bytes apart, lead to the next one in turn.
static std::vector<unsigned> ring(int bytes, int footprint, int stride) {
    std::vector<unsigned> table(bytes / 4, 0);
    for (int at = 0; at < footprint; at += stride) table[at / 4] = at + stride < footprint ? at + stride : 0;
    return table;
}

// random_order is 0 ... count - 1 in an order that no prefetcher knows.
static std::vector<unsigned> random_order(int count) {
    std::vector<unsigned> order(count);
    for (int i = 0; i < count; i++) order[i] = i;
    unsigned x = 1;
    for (int i = count - 1; i > 0; i--) {
        x = x * 1664525u + 1013904223u;
        std::swap(order[i], order[(size_t)(((unsigned long long)x * (i + 1)) >> 32)]);
    }
    return order;
}

// random_ring is a table whose words each lead to another one, all in one ring.
static std::vector<unsigned> random_ring(int bytes) {
    const int words = bytes / 4;
    std::vector<unsigned> order = random_order(words), table(words);
    for (int i = 0; i < words; i++) table[order[i]] = order[(i + 1) % words] * 4;
    return table;
}

static const int kDistinct[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32};
static const int kGroups[] = {1, 2, 4, 8, 16, 32};
