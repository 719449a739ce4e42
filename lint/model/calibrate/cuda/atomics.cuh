// Written by cudalint calibrate.
// Atomics on global and shared memory, branches, and code that runs for the first time.
#pragma once
#include "global.cuh"

// The lanes add different numbers: for one and the same there is an instruction that counts lanes.
static __device__ __forceinline__ void atomic_one(unsigned* at) { atomicAdd(at, threadIdx.x | 1u); }
static __device__ __forceinline__ void atomic_one(float* at) { atomicAdd(at, 1.0f); }
static __device__ __forceinline__ void atomic_one(double* at) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
    atomicAdd(at, 1.0);
#endif
}

// Lane l adds at l % addresses. Blocks are `apart` bytes from each other: 0 makes all
// SMs wait for the same slice of L2.
template <class T>
struct GlobalAtomics {
    static const int kOperations = 8;
    typedef unsigned State;
    char* table;
    unsigned addresses, apart;
    __device__ void prepare() const {}
    __device__ State start() const { return blockIdx.x * apart + lane() % addresses * (unsigned)sizeof(T); }
    __device__ __forceinline__ void round(State& at) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) atomic_one(reinterpret_cast<T*>(table + at));
    }
    __device__ unsigned finish(State& at) const { return at; }
};

extern __shared__ double atomic_shared[];

template <class T>
struct SharedAtomics {
    static const int kOperations = 8;
    typedef unsigned State;
    unsigned addresses;
    __device__ void prepare() const {
        if (threadIdx.x < 32) atomic_shared[threadIdx.x] = 0;
        __syncthreads();
    }
    __device__ State start() const { return lane() % addresses; }
    __device__ __forceinline__ void round(State& at) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) atomic_one(reinterpret_cast<T*>(atomic_shared) + at);
    }
    __device__ unsigned finish(State& at) const { return at; }
};

template <class T>
static void atomics_of(const char* type) {
    const int addresses[] = {1, 2, 4, 8, 16, 32};
    char pattern[32];
    for (int a : addresses) {
        snprintf(pattern, sizeof pattern, "%s_one_slice", type);
        GlobalAtomics<T> same{buffers.table, (unsigned)a, 0};
        emit("atomic_global", pattern, sizeof(T), a * (int)sizeof(T), a, 8, device.sms, cycles_per_operation(same, 8, device.sms), "cycles");
        snprintf(pattern, sizeof pattern, "%s_spread", type);
        GlobalAtomics<T> spread{buffers.table, (unsigned)a, 4096};
        emit("atomic_global", pattern, sizeof(T), 4096ll * device.sms, a, 8, device.sms, cycles_per_operation(spread, 8, device.sms), "cycles");
        SharedAtomics<T> shared{(unsigned)a};
        emit("atomic_shared", type, sizeof(T), a * (int)sizeof(T), a, 32, 1, cycles_per_operation(shared, 32, 1, 256), "cycles");
        emit("atomic_shared_latency", type, sizeof(T), a * (int)sizeof(T), a, 1, 1, cycles_per_operation(shared, 1, 1, 256), "cycles");
    }
}

// A chain of branches that the compiler cannot turn into selections: all lanes take the same way.
struct Branches {
    static const int kOperations = 16;
    typedef unsigned State;
    unsigned never;
    __device__ void prepare() const {}
    __device__ State start() const { return threadIdx.x; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            if (s != never + i) {
                asm volatile("add.u32 %0, %0, 1;" : "+r"(s));
            } else {
                asm volatile("membar.gl; xor.b32 %0, %0, 5;" : "+r"(s));
            }
        }
    }
    __device__ unsigned finish(State& s) const { return s; }
};

const int kColdInstructions = 4096;

// Code without loops, of which there are several copies: each runs once after the others.
template <int kCopy>
__global__ void cold_code(float a, float b, Span* span, unsigned* sink) {
    float v = (float)(threadIdx.x + kCopy);
    long long begin = clock64();
#pragma unroll
    for (int i = 0; i < kColdInstructions; i++) asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(v) : "f"(a), "f"(b));
    long long end = clock64();
    if (threadIdx.x == 0) span->begin = begin, span->end = end;
    sink[threadIdx.x] = __float_as_uint(v);
}

static void cold_instructions() {
    std::vector<double> all;
    for (int i = 0; i < 5; i++) {
        cold_code<1><<<1, 32>>>(0.5f, 0.25f, device.spans, device.sink);
        cold_code<2><<<1, 32>>>(0.5f, 0.25f, device.spans, device.sink);
        cold_code<3><<<1, 32>>>(0.5f, 0.25f, device.spans, device.sink);
        cold_code<0><<<1, 32>>>(0.5f, 0.25f, device.spans, device.sink);
        CHECK(cudaGetLastError());
        all.push_back((double)cycles_of_one() / kColdInstructions);
    }
    std::nth_element(all.begin(), all.begin() + 2, all.end());
    emit("instruction_latency", "first_run", 0, 16ll * kColdInstructions, 0, 1, 1, all[2], "cycles");
}

static void measure_atomics() {
    atomics_of<unsigned>("integer");
    atomics_of<float>("float");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    if (properties.major >= 6) atomics_of<double>("double");
    Branches branches{0xfffff000u};
    emit("instruction_latency", "branch", 0, 0, 0, 1, 1, cycles_per_operation(branches, 1, 1), "cycles");
    cold_instructions();
}
