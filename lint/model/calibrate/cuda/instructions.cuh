// Written by cudalint calibrate.
// What instructions cost to issue. Each operation is written so that the
// compiler can neither fold a chain of them nor fuse neighbours.
#pragma once
#include <cuda_fp16.h>

#include "reads.cuh"

// Operations: eight chains of Op in each thread; an Op may look at the chain
// beside it, which stops sums from being combined.
template <class Op, int kCount>
struct Operations {
    static const int kOperations = kCount;
    typedef typename Op::Value Value;
    struct State {
        Value v[8];
    };
    Value a, b;
    __device__ void prepare() const {}
    __device__ State start() const {
        State s;
#pragma unroll
        for (int i = 0; i < 8; i++) s.v[i] = Op::make(threadIdx.x + i);
        return s;
    }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) s.v[i & 7] = Op::apply(s.v[i & 7], s.v[(i + 1) & 7], a, b);
    }
    __device__ unsigned finish(State& s) const {
        unsigned sum = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) sum += Op::word(s.v[i]);
        return sum;
    }
};

// One chain: each operation waits for the one before.
template <class Op>
struct Chain {
    static const int kOperations = 64;
    typedef typename Op::Value Value;
    struct State {
        Value v, w;
    };
    Value a, b;
    __device__ void prepare() const {}
    __device__ State start() const { return State{Op::make(threadIdx.x), Op::make(threadIdx.x + 1)}; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            Value next = Op::apply(s.v, s.w, a, b);
            s.w = s.v, s.v = next;
        }
    }
    __device__ unsigned finish(State& s) const { return Op::word(s.v) + Op::word(s.w); }
};

struct OfFloat {
    typedef float Value;
    static __host__ __device__ float make(int i) { return 1.0f + 0.001f * i; }
    static __device__ unsigned word(float v) { return __float_as_uint(v); }
};
struct OfInt {
    typedef unsigned Value;
    static __host__ __device__ unsigned make(int i) { return 2u * i + 3; }
    static __device__ unsigned word(unsigned v) { return v; }
};
struct OfWide {
    typedef unsigned long long Value;
    static __host__ __device__ Value make(int i) { return 2ull * i + 3; }
    static __device__ unsigned word(Value v) { return (unsigned)(v ^ v >> 32); }
};
struct OfDouble {
    typedef double Value;
    static __host__ __device__ double make(int i) { return 1.0 + 0.001 * i; }
    static __device__ unsigned word(double v) { return (unsigned)__double2loint(v); }
};
struct OfHalf2 {
    typedef __half2 Value;
    static __host__ __device__ __half2 make(int i) { return __floats2half2_rn(1.0f + 0.01f * i, 1.0f); }
    static __device__ unsigned word(__half2 v) { return (unsigned)__half_as_ushort(__low2half(v)); }
};

static __device__ __forceinline__ float mufu_rsqrt(float v) {
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
    return r;
}

static __device__ __forceinline__ float mufu_ex2(float v) {
    float r;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
    return r;
}

static __device__ __forceinline__ unsigned long long multiply_wide(unsigned long long v, unsigned long long w) {
    unsigned long long r;
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(r) : "r"((unsigned)v), "r"((unsigned)w), "l"(w));
    return r;
}

#define OPERATION(Name, Kind, ...)                                                                    \
    struct Name : Kind {                                                                              \
        static __device__ __forceinline__ Value apply(Value v, Value w, Value a, Value b) { __VA_ARGS__; } \
    }

OPERATION(Ffma, OfFloat, return fmaf(v, a, b));
OPERATION(Fadd, OfFloat, return v + w);
OPERATION(Fmul, OfFloat, return __fmul_rn(v, w));
OPERATION(FminMax, OfFloat, return fminf(v, w) + a);
OPERATION(Iadd, OfInt, return v + w);
OPERATION(Iadd3, OfInt, return v + w + a);
OPERATION(Lop, OfInt, return (v & w) ^ a);
OPERATION(Shift, OfInt, return __funnelshift_l(v, w, 7));
OPERATION(Imad, OfInt, return v * w + a);
OPERATION(ImadWide, OfWide, return multiply_wide(v, w));
OPERATION(Add64, OfWide, return v + w);
OPERATION(Compare, OfInt, return v < w ? w ^ a : v);
OPERATION(Popc, OfInt, return __popc(v) ^ w);
OPERATION(Divide, OfInt, return v / (w | 1));
OPERATION(Rsqrt, OfFloat, return mufu_rsqrt(v));
OPERATION(Ex2, OfFloat, return mufu_ex2(v));
OPERATION(Sin, OfFloat, return __sinf(v));
OPERATION(SinFull, OfFloat, return sinf(v));
OPERATION(ExpFull, OfFloat, return expf(v));
OPERATION(DivideFloat, OfFloat, return v / w);
OPERATION(SqrtFull, OfFloat, return sqrtf(v));
OPERATION(Dfma, OfDouble, return fma(v, a, b));
OPERATION(IntToFloat, OfInt, return __float_as_uint((float)(int)v));
OPERATION(FloatToInt, OfFloat, return __int_as_float((int)v));
OPERATION(FloatToDouble, OfDouble, return (double)__uint_as_float((unsigned)__double2hiint(v)));
OPERATION(Shuffle, OfInt, return __shfl_sync(0xffffffffu, v, w));
OPERATION(ShuffleXor, OfInt, return __shfl_xor_sync(0xffffffffu, v, 5));
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 530
OPERATION(Hfma2, OfHalf2, return __hfma2(v, a, b));
#else
OPERATION(Hfma2, OfHalf2, return v);
#endif

template <class Op, int kCount = 64>
static void operation(const char* name) {
    Operations<Op, kCount> body{Op::make(5), Op::make(7)};
    emit("instructions", name, 0, 0, 0, 32, 1, cycles_per_operation(body, 32, 1), "cycles");
}

template <class Op>
static void operation_latency(const char* name) {
    Chain<Op> body{Op::make(5), Op::make(7)};
    emit("instruction_latency", name, 0, 0, 0, 1, 1, cycles_per_operation(body, 1, 1), "cycles");
}

// A loop of one fused multiply-add: what counting and jumping back cost.
struct ShortLoop {
    static const int kOperations = 64;
    typedef float State;
    float a, b;
    int turns;
    __device__ void prepare() const {}
    __device__ State start() const { return (float)threadIdx.x; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll 1
        for (int i = 0; i < turns; i++) s = fmaf(s, a, b);
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s); }
};

// What drawing a random index costs by itself: rows of random reads cannot be
// below it.
static void random_index_cost() {
    NoSpace nowhere;
    emit("instructions", "random_index", 4, 4096, 32, 32, 1, cycles_per_operation(random_reads<float>(nowhere, 32, 4096), 32, 1), "cycles");
}

static void measure_instructions() {
    operation<Ffma>("ffma");
    operation<Fadd>("fadd");
    operation<Fmul>("fmul");
    operation<FminMax>("fmin+fadd");
    operation<Iadd>("iadd");
    operation<Iadd3>("iadd3");
    operation<Lop>("lop3");
    operation<Shift>("shf");
    operation<Imad>("imad");
    operation<ImadWide>("imad_wide");
    operation<Add64>("iadd64");
    operation<Compare>("compare_select");
    operation<Popc>("popc");
    operation<Divide, 8>("divide_u32");
    operation<Rsqrt>("mufu_rsqrt");
    operation<Ex2>("mufu_ex2");
    operation<Sin>("sin_fast");
    operation<SinFull, 8>("sinf");
    operation<ExpFull, 8>("expf");
    operation<DivideFloat, 8>("divide_f32");
    operation<SqrtFull, 8>("sqrtf");
    operation<Dfma>("dfma");
    operation<IntToFloat>("i2f");
    operation<FloatToInt>("f2i");
    operation<FloatToDouble>("f2f_f64");
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    if (properties.major * 10 + properties.minor >= 53) operation<Hfma2>("hfma2");
    operation<Shuffle>("shfl_idx");
    operation<ShuffleXor>("shfl_xor");
    operation_latency<Ffma>("ffma");
    operation_latency<Iadd>("iadd");
    operation_latency<Imad>("imad");
    operation_latency<Dfma>("dfma");
    operation_latency<Rsqrt>("mufu_rsqrt");
    operation_latency<Shuffle>("shfl_idx");
    ShortLoop loop{0.5f, 0.25f, 64};
    emit("instructions", "loop_of_one_ffma", 0, 0, 0, 32, 1, cycles_per_operation(loop, 32, 1), "cycles");
    random_index_cost();
}
