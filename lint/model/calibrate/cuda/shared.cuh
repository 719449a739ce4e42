// Written by cudalint calibrate.
// Shared memory, and whether it has its pipe to itself.
#pragma once
#include "global.cuh"

static void shared_patterns() {
    const int bytes = 16384;
    SharedSpace space{buffers.table, bytes};
    const int strides[] = {0, 1, 2, 3, 4, 8, 16, 32};
    for (int stride : strides) {
        const char* pattern = stride ? "stride" : "uniform";
        StridedReads<SharedSpace, float, 128> one{space, 32, (unsigned)stride * 4, 4096};
        emit("shared", pattern, 4, bytes, stride, 32, 1, cycles_per_operation(one, 32, 1, bytes), "cycles");
        if (stride % 2 == 0) {
            StridedReads<SharedSpace, float2, 128> two{space, 32, (unsigned)stride * 4, 4096};
            emit("shared", pattern, 8, bytes, stride, 32, 1, cycles_per_operation(two, 32, 1, bytes), "cycles");
        }
        if (stride % 4 == 0) {
            StridedReads<SharedSpace, float4, 128> four{space, 32, (unsigned)stride * 4, 4096};
            emit("shared", pattern, 16, bytes, stride, 32, 1, cycles_per_operation(four, 32, 1, bytes), "cycles");
        }
    }
    for (int d : kDistinct) {
        ChainedReads<SharedSpace> chain{space, (unsigned)d, 128};
        emit("shared_latency", "conflict", 4, bytes, d, 1, 1, cycles_per_operation(chain, 1, 1, bytes), "cycles");
        StridedReads<SharedSpace, float, 128> reads{space, (unsigned)d, 128, 4096};
        emit("shared", "conflict", 4, bytes, d, 32, 1, cycles_per_operation(reads, 32, 1, bytes), "cycles");
    }
}

static void shared_random() {
    const int tables[] = {64, 128, 256, 512, 1024, 4096, 16384, 32768};
    for (int bytes : tables) {
        fill_ring(bytes);
        SharedSpace space{buffers.table, bytes};
        WalkingReads<SharedSpace> walk{space, (unsigned)bytes / 4};
        emit("shared", "walk", 4, bytes, 32, 32, 1, cycles_per_operation(walk, 32, 1, bytes), "cycles");
        for (int groups : kGroups) {
            if (bytes != 1024 && bytes != 16384) continue;
            double cycles = cycles_per_operation(random_reads<float>(space, groups, bytes), 32, 1, bytes);
            emit("shared", "random", 4, bytes, groups, 32, 1, cycles, "cycles");
        }
        double two = cycles_per_operation(random_reads<float2>(space, 32, bytes), 32, 1, bytes);
        emit("shared", "random", 8, bytes, 32, 32, 1, two, "cycles");
        double four = cycles_per_operation(random_reads<float4>(space, 32, bytes), 32, 1, bytes);
        emit("shared", "random", 16, bytes, 32, 32, 1, four, "cycles");
    }
    fill_table(1);
}

// Reads of two spaces in turn, each free of conflicts. Two pipes that work side
// by side take as long as the slower one; one pipe takes the sum.
template <class A, class B>
struct MixedReads {
    static const int kOperations = 4;  // of each
    struct State {
        unsigned a, b;
        float4 sum;
    };
    A first;
    B second;
    unsigned first_stride, second_stride;
    __device__ void prepare() const { first.prepare(), second.prepare(); }
    __device__ State start() const { return State{lane() * first_stride, lane() * second_stride, make_float4(0, 0, 0, 0)}; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            s.sum.x += first.template read<float>(s.a, i * 64);
            s.sum.y += second.template read<float>(s.b, i * 64);
        }
        s.a ^= 4096, s.b ^= 4096;
    }
    __device__ unsigned finish(State& s) const { return fold(s.sum); }
};

template <class A, class B>
static void mix(const char* pattern, const A& a, const B& b, unsigned a_stride, unsigned b_stride) {
    MixedReads<A, B> body{a, b, a_stride, b_stride};
    emit("mix", pattern, 4, 8192, 32, 32, 1, cycles_per_operation(body, 32, 1, 8192), "cycles");
}

static void mixed_pipes(cudaTextureObject_t texture) {
    SharedSpace shared{buffers.table, 8192};
    GlobalSpace global{buffers.table};
    ConstantSpace constant;
    FetchSpace fetch{texture};
    mix("shared+shared", shared, shared, 4, 4);
    mix("global+global", global, global, 4, 4);
    mix("constant+constant", constant, constant, 0, 0);
    mix("texture+texture", fetch, fetch, 1, 1);
    mix("shared+global", shared, global, 4, 4);
    mix("shared+constant", shared, constant, 4, 0);
    mix("shared+texture", shared, fetch, 4, 1);
    mix("global+constant", global, constant, 4, 0);
    mix("global+texture", global, fetch, 4, 1);
}

// How many warps it takes to keep a pipe busy, each with one read on its way.
template <class Space>
static void by_warps(const char* benchmark, const Space& space, unsigned stride, size_t bytes) {
    ChainedReads<Space> chain{space, 32, stride};
    const int warps[] = {1, 2, 4, 8, 16, 32};
    for (int w : warps)
        emit(benchmark, "warps", 4, 4096, stride ? 32 : 1, w, 1, cycles_per_operation(chain, w, 1, bytes), "cycles");
    if (device.max_warps < 64) return;
    double both = cycles_per_operation(chain, 32, 2 * device.sms, bytes);
    emit(benchmark, "warps", 4, 4096, stride ? 32 : 1, 64, 2 * device.sms, both, "cycles");
}

static void measure_shared(cudaTextureObject_t texture) {
    fill_table(1);
    shared_patterns();
    shared_random();
    mixed_pipes(texture);
}

static void measure_exposure(cudaTextureObject_t texture) {
    fill_constant(itself(kConstantBytes, 1));
    fill_table(1);
    by_warps("constant", ConstantSpace(), 0, 0);
    by_warps("shared", SharedSpace{buffers.table, 4096}, 4, 4096);
    by_warps("global", GlobalSpace{buffers.table}, 4, 0);
    by_warps("l2", L2Space{buffers.table}, 4, 0);
    fill_table(4);
    by_warps("texture", FetchSpace{texture}, 1, 0);
}
