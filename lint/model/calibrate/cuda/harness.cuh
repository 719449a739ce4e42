// Written by cudalint calibrate.
// How everything is timed: a body is repeated inside one kernel between two
// readings of the SM's clock, so that the figures are cycles of the SM whatever
// clock it runs at.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t status_ = (call);                                           \
        if (status_ != cudaSuccess) {                                           \
            fprintf(stderr, "calibrate: line %d of %s: %s\n", __LINE__, __FILE__, \
                    cudaGetErrorString(status_));                               \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

const int kMaxBlocks = 4096;

// When a block began and ended what is timed, on which SM.
struct Span {
    long long begin, end;
    unsigned sm;
};

struct Device {
    int sms;
    int max_warps;     // resident warps of an SM
    int l2_bytes;
    size_t shared_bytes;  // shared memory that one block gets without asking for more
    Span* spans;       // one per block
    unsigned* sink;    // keeps the compiler from dropping results
    bool quick;        // a few rounds only, for checking the program itself
    int rows;
};

static Device device;

// emit prints one row. addresses is what the pattern varies: distinct addresses,
// the stride in words, the conflict degree, or the lane groups that draw random
// indexes; zero where it means nothing.
static void emit(const char* benchmark, const char* pattern, int element_bytes, long long footprint_bytes, int addresses,
                 int warps, int blocks, double value, const char* unit) {
    printf("%s,%s,%d,%lld,%d,%d,%d,%.4f,%s\n", benchmark, pattern, element_bytes, footprint_bytes, addresses, warps, blocks,
           value, unit);
    fflush(stdout);
    device.rows++;
}

// A body has: kOperations, the operations of one round; State; start, which
// gives a thread its state; round, which does the operations; and finish, which
// folds the state into a word. prepare sets up what a block needs. The compiler does
// not know that there is a warm-up, or it would keep for the second loop what the
// first one has read.
template <class Body>
__global__ void __launch_bounds__(1024) repeat(Body body, int warmup, int rounds, Span* spans, unsigned* sink) {
    body.prepare();
    typename Body::State state = body.start();
#pragma unroll 1
    for (int i = 0; i < warmup; i++) body.round(state);
    __syncthreads();
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < rounds; i++) body.round(state);
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0) {
        unsigned sm;
        asm("mov.u32 %0, %%smid;" : "=r"(sm));
        spans[blockIdx.x] = Span{begin, end, sm};
    }
    sink[(blockIdx.x * blockDim.x + threadIdx.x) & 0xffff] = body.finish(state);
}

// run_once returns the cycles that an SM needs for one round of one block: the
// median over the SMs of the time from its first block's begin to its last one's
// end, divided by its blocks. (A block by itself tells too little: the schedulers
// may serve one block until it is done, and the next one after it.)
template <class Body>
static double run_once(const Body& body, int warps, int blocks, int rounds, size_t shared_bytes) {
    repeat<Body><<<blocks, warps * 32, shared_bytes>>>(body, 2, rounds, device.spans, device.sink);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    std::vector<Span> spans(blocks);
    CHECK(cudaMemcpy(spans.data(), device.spans, blocks * sizeof(Span), cudaMemcpyDeviceToHost));
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.sm < b.sm; });
    std::vector<double> cycles;
    for (size_t i = 0; i < spans.size();) {
        size_t first = i;
        long long begin = spans[i].begin, end = spans[i].end;
        for (; i < spans.size() && spans[i].sm == spans[first].sm; i++) {
            begin = std::min(begin, spans[i].begin);
            end = std::max(end, spans[i].end);
        }
        cycles.push_back((double)(end - begin) / (i - first));
    }
    std::nth_element(cycles.begin(), cycles.begin() + cycles.size() / 2, cycles.end());
    return cycles[cycles.size() / 2] / rounds;
}

// cycles_per_operation is the median over repeats of the cycles that an SM needs
// for one operation of one warp. With one warp and dependent operations that is
// their latency; with many warps it is the reciprocal throughput.
template <class Body>
static double cycles_per_operation(const Body& body, int warps, int blocks, size_t shared_bytes = 0) {
    const double target = device.quick ? 2e4 : 1.2e6;
    double cycles = run_once(body, warps, blocks, 4, shared_bytes);
    int rounds = (int)std::min(8192.0, std::max(device.quick ? 4.0 : 64.0, target / std::max(cycles, 1.0)));
    std::vector<double> all;
    for (int i = 0; i < (device.quick ? 1 : 5); i++) all.push_back(run_once(body, warps, blocks, rounds, shared_bytes));
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    return all[all.size() / 2] / ((double)Body::kOperations * warps);
}

// cycles_of_one is the time of a kernel that times itself in the first span.
static long long cycles_of_one() {
    Span span;
    CHECK(cudaMemcpy(&span, device.spans, sizeof span, cudaMemcpyDeviceToHost));
    return span.end - span.begin;
}

template <class Launch>
static double median_milliseconds(Launch launch, int repeats) {
    cudaEvent_t before, after;
    CHECK(cudaEventCreate(&before));
    CHECK(cudaEventCreate(&after));
    launch();
    std::vector<float> all;
    for (int i = 0; i < (device.quick ? 1 : repeats); i++) {
        CHECK(cudaEventRecord(before));
        launch();
        CHECK(cudaEventRecord(after));
        CHECK(cudaEventSynchronize(after));
        float ms;
        CHECK(cudaEventElapsedTime(&ms, before, after));
        all.push_back(ms);
    }
    CHECK(cudaEventDestroy(before));
    CHECK(cudaEventDestroy(after));
    std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
    return all[all.size() / 2];
}
