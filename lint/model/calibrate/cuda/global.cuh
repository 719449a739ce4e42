// Written by cudalint calibrate.
// Global memory: reads that hit L1, L2 and DRAM.
#pragma once
#include "reads.cuh"

struct Buffers {
    char* table;  // see fill_table
    size_t bytes;
    char* other;  // as large again, for copies and to displace the first from L2
};

static Buffers buffers;

static void allocate_buffers() {
    size_t free_bytes, total_bytes;
    CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    size_t want = 1u << 30;
    while (want < 4 * (size_t)device.l2_bytes) want *= 2;
    if (device.quick) want = 64u << 20;
    while (want > free_bytes / 4) want /= 2;
    if (want < 64u << 20) {
        fprintf(stderr, "calibrate: %zu MB of device memory are free; 256 are needed\n", free_bytes >> 20);
        exit(1);
    }
    buffers.bytes = want;
    CHECK(cudaMalloc(&buffers.table, want));
    CHECK(cudaMalloc(&buffers.other, want));
    CHECK(cudaMemset(buffers.other, 0, want));
}

// fill_table makes the first words of the table hold their own offset, in units.
static void fill_table(int unit) {
    std::vector<unsigned> words = itself(65536, unit);
    CHECK(cudaMemset(buffers.table, 0, buffers.bytes));
    CHECK(cudaMemcpy(buffers.table, words.data(), 65536, cudaMemcpyHostToDevice));
}

// Lanes `words` words apart; element 4, 8 or 16 bytes.
static void global_strides() {
    const int strides[] = {0, 1, 2, 4, 8, 16, 32};
    const size_t bytes = 16384;
    GlobalSpace plain{buffers.table};
    ReadOnlySpace readonly{buffers.table};
    for (int stride : strides) {
        const char* pattern = stride ? "stride" : "uniform";
        StridedReads<GlobalSpace, float, 128> a{plain, 32, (unsigned)stride * 4, 4096};
        emit("global", pattern, 4, bytes, stride, 32, 1, cycles_per_operation(a, 32, 1), "cycles");
        StridedReads<ReadOnlySpace, float, 128> b{readonly, 32, (unsigned)stride * 4, 4096};
        emit("readonly", pattern, 4, bytes, stride, 32, 1, cycles_per_operation(b, 32, 1), "cycles");
        if (stride % 2 == 0) {
            StridedReads<GlobalSpace, float2, 128> c{plain, 32, (unsigned)stride * 4, 4096};
            emit("global", pattern, 8, bytes, stride, 32, 1, cycles_per_operation(c, 32, 1), "cycles");
        }
        if (stride % 4 == 0) {
            StridedReads<GlobalSpace, float4, 128> d{plain, 32, (unsigned)stride * 4, 4096};
            emit("global", pattern, 16, bytes, stride, 32, 1, cycles_per_operation(d, 32, 1), "cycles");
        }
    }
    for (int d : kDistinct) {
        StridedReads<GlobalSpace, float, 128> a{plain, (unsigned)d, 4, 4096};
        emit("global", "distinct", 4, bytes, d, 32, 1, cycles_per_operation(a, 32, 1), "cycles");
    }
    // Lanes further apart. At 36, 132, 260 ... bytes there are no bank conflicts:
    // what remains is the lookup of the lines.
    const int apart[] = {128, 36, 68, 132, 260, 516, 1028};
    for (int b : apart) {
        char pattern[32];
        snprintf(pattern, sizeof pattern, "apart_%d", b);
        for (int d = 2; d <= 32; d *= 2) {
            StridedReads<GlobalSpace, float, 128> reads{plain, (unsigned)d, (unsigned)b, 32768};
            emit("global", pattern, 4, 65536, d, 32, 1, cycles_per_operation(reads, 32, 1), "cycles");
        }
    }
}

static void fill_ring(int bytes) {
    std::vector<unsigned> words = random_ring(bytes);
    CHECK(cudaMemcpy(buffers.table, words.data(), bytes, cudaMemcpyHostToDevice));
}

static void global_walk() {
    const int tables[] = {64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
    for (int bytes : tables) {
        fill_ring(bytes);
        WalkingReads<GlobalSpace> walk{GlobalSpace{buffers.table}, (unsigned)bytes / 4};
        emit("global", "walk", 4, bytes, 32, 32, 1, cycles_per_operation(walk, 32, 1), "cycles");
    }
    fill_table(1);
}

static void global_random() {
    GlobalSpace plain{buffers.table};
    ReadOnlySpace readonly{buffers.table};
    const long long tables[] = {256, 1024, 4096, 8192, 16384, 32768, 65536, 131072, 262144, 524288, 1 << 20, 4 << 20, 16 << 20};
    for (long long bytes : tables) {
        for (int groups : kGroups) {
            if (groups != 32 && groups != 8 && bytes != 1024 && bytes != 16384) continue;
            double cycles = cycles_per_operation(random_reads<float>(plain, groups, bytes), 32, 1);
            emit("global", "random", 4, bytes, groups, 32, 1, cycles, "cycles");
        }
        double ro = cycles_per_operation(random_reads<float>(readonly, 32, bytes), 32, 1);
        emit("readonly", "random", 4, bytes, 32, 32, 1, ro, "cycles");
        double two = cycles_per_operation(random_reads<float2>(plain, 32, bytes), 32, 1);
        emit("global", "random", 8, bytes, 32, 32, 1, two, "cycles");
        double four = cycles_per_operation(random_reads<float4>(plain, 32, bytes), 32, 1);
        emit("global", "random", 16, bytes, 32, 32, 1, four, "cycles");
        if (bytes >= 65536) {
            double all = cycles_per_operation(random_reads<float>(plain, 32, bytes), 32, device.sms);
            emit("global", "random", 4, bytes, 32, 32, device.sms, all, "cycles");
        }
    }
    long long large = (long long)std::min(buffers.bytes, (size_t)1 << 30);
    double dram = cycles_per_operation(random_reads<float>(plain, 32, large), 32, device.sms);
    emit("global", "random", 4, large, 32, 32, device.sms, dram, "cycles");
}

static __device__ __forceinline__ size_t next_pointer(size_t at) {
    size_t next;
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(next) : "l"(at));
    return next;
}

// Follows pointers, each the address of the next: no address arithmetic.
struct ChainedPointers {
    static const int kOperations = 16;
    typedef size_t State;
    size_t first;
    __device__ void prepare() const {}
    __device__ State start() const { return first; }
    __device__ __forceinline__ void round(State& at) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) at = next_pointer(at);
    }
    __device__ unsigned finish(State& at) const { return (unsigned)at; }
};

__global__ void link_nodes(char* table, const unsigned* order, int nodes, size_t spacing) {
    for (int i = threadIdx.x; i < nodes; i += blockDim.x)
        *reinterpret_cast<size_t*>(table + order[i] * spacing) = (size_t)(table + order[(i + 1) % nodes] * spacing);
}

// link_chain makes a ring of pointers, spacing bytes apart, in random order.
static void link_chain(int nodes, size_t spacing) {
    std::vector<unsigned> order = random_order(nodes);
    unsigned* copy;
    CHECK(cudaMalloc(&copy, nodes * sizeof(unsigned)));
    CHECK(cudaMemcpy(copy, order.data(), nodes * sizeof(unsigned), cudaMemcpyHostToDevice));
    link_nodes<<<1, 1024>>>(buffers.table, copy, nodes, spacing);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(copy));
}

__global__ void chain_once(size_t first, int nodes, Span* span, unsigned* sink) {
    size_t at = first;
    span->begin = clock64();
    for (int i = 0; i < nodes; i++) at = next_pointer(at);
    span->end = clock64();
    sink[0] = (unsigned)at;
}

static void global_latency() {
    ChainedPointers chain{(size_t)buffers.table};
    link_chain(32, 128);
    emit("global_latency", "chain", 8, 4096, 1, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");
    size_t l2 = std::min((size_t)2 << 20, (size_t)device.l2_bytes / 2);
    link_chain((int)(l2 / 512), 512);
    emit("global_latency", "chain", 8, (long long)l2, 1, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");

    // Every node once, after something else has filled L2.
    const int nodes = 4096;
    size_t spacing = std::min(buffers.bytes, (size_t)256 << 20) / nodes;
    link_chain(nodes, spacing);
    std::vector<double> all;
    for (int i = 0; i < 5; i++) {
        CHECK(cudaMemset(buffers.other, 0, buffers.bytes));
        chain_once<<<1, 1>>>((size_t)buffers.table, nodes, device.spans, device.sink);
        all.push_back((double)cycles_of_one() / nodes);
    }
    std::nth_element(all.begin(), all.begin() + 2, all.end());
    emit("global_latency", "dram", 8, (long long)(nodes * spacing), 1, 1, 1, all[2], "cycles");
}

// Consecutive addresses of a table that L2 holds, past L1.
template <class T>
struct L2Stream {
    static const int kOperations = 8;
    struct State {
        unsigned offset;
        float4 sum;
    };
    L2Space space;
    unsigned mask;
    __device__ void prepare() const { space.prepare(); }
    __device__ State start() const {
        return State{(blockIdx.x * 131072u + threadIdx.x * (unsigned)sizeof(T)) & mask, make_float4(0, 0, 0, 0)};
    }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            add(s.sum, space.template read<T>(s.offset));
            s.offset = (s.offset + 1024 * (unsigned)sizeof(T)) & mask;
        }
    }
    __device__ unsigned finish(State& s) const { return fold(s.sum); }
};

static void l2_bandwidth() {
    unsigned bytes = 1u << 20;
    while (bytes * 4 < (unsigned)device.l2_bytes && bytes < (16u << 20)) bytes *= 2;
    L2Space space{buffers.table};
    const int blocks[] = {1, device.sms};
    for (int b : blocks) {
        emit("l2", "stream", 4, bytes, 32, 32, b, cycles_per_operation(L2Stream<float>{space, bytes - 1}, 32, b), "cycles");
        emit("l2", "stream", 16, bytes, 32, 32, b, cycles_per_operation(L2Stream<float4>{space, bytes - 1}, 32, b), "cycles");
        emit("l2", "random", 4, bytes, 32, 32, b, cycles_per_operation(random_reads<float>(space, 32, bytes), 32, b), "cycles");
    }
}

__global__ void copy_words(const float4* from, float4* to, size_t count) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) to[i] = from[i];
}

__global__ void read_words(const float4* from, size_t count, unsigned* sink) {
    float4 sum = make_float4(0, 0, 0, 0);
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x) add(sum, from[i]);
    if (fold(sum) == 1) sink[0] = 1;
}

static void dram_bandwidth() {
    size_t count = buffers.bytes / sizeof(float4);
    const float4* from = reinterpret_cast<const float4*>(buffers.table);
    float4* to = reinterpret_cast<float4*>(buffers.other);
    double copy = median_milliseconds([&] { copy_words<<<device.sms * 8, 256>>>(from, to, count); }, 9);
    double one = median_milliseconds([&] { read_words<<<device.sms * 8, 256>>>(from, count, device.sink); }, 9);
    CHECK(cudaGetLastError());
    emit("dram", "copy", 16, 2 * (long long)buffers.bytes, 0, 8, device.sms, 2 * buffers.bytes / copy / 1e6, "GB/s");
    emit("dram", "read", 16, (long long)buffers.bytes, 0, 8, device.sms, buffers.bytes / one / 1e6, "GB/s");
}

static void measure_global() {
    fill_table(1);
    global_strides();
    ChainedReads<GlobalSpace> chain{GlobalSpace{buffers.table}, 32, 4};
    emit("global_latency", "index", 4, 4096, 32, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");
    global_walk();
    global_random();
    l2_bandwidth();
    dram_bandwidth();
    global_latency();
}
