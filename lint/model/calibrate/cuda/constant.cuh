// Written by cudalint calibrate.
// Constant memory: lane-indexed reads, what the warp shares of them, uniform
// indexes and literal offsets.
#pragma once
#include "reads.cuh"

static void fill_constant(const std::vector<unsigned>& words) {
    CHECK(cudaMemcpyToSymbol(constant_table, words.data(), words.size() * 4));
}

static void constant_distinct() {
    fill_constant(itself(kConstantBytes, 1));
    for (int d : kDistinct) {
        ChainedReads<ConstantSpace> chain{ConstantSpace(), (unsigned)d, 4};
        emit("constant_latency", "distinct", 4, d * 4, d, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");
        StridedReads<ConstantSpace, float, 64> one{ConstantSpace(), (unsigned)d, 4, 512};
        emit("constant", "distinct", 4, 1024, d, 32, 1, cycles_per_operation(one, 32, 1), "cycles");
        StridedReads<ConstantSpace, float2, 64> two{ConstantSpace(), (unsigned)d, 8, 512};
        emit("constant", "distinct", 8, 1024, d, 32, 1, cycles_per_operation(two, 32, 1), "cycles");
        StridedReads<ConstantSpace, float4, 64> four{ConstantSpace(), (unsigned)d, 16, 512};
        emit("constant", "distinct", 16, 1024, d, 32, 1, cycles_per_operation(four, 32, 1), "cycles");
    }
}

// The chain's mean latency against footprint gives the size of the first level,
// against stride its line.
static void constant_levels() {
    const int footprints[] = {512, 1024, 1536, 2048, 2560, 3072, 4096, 8192, 16384, 32768, 49152, 65536};
    ChainedReads<ConstantSpace> chain{ConstantSpace(), 1, 0};
    for (int footprint : footprints) {
        fill_constant(ring(kConstantBytes, footprint, 64));
        emit("constant_latency", "footprint", 4, footprint, 1, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");
    }
    const int strides[] = {4, 8, 16, 32, 64, 128, 256};
    for (int stride : strides) {
        fill_constant(ring(kConstantBytes, 16384, stride));
        emit("constant_latency", "stride", 4, 16384, stride / 4, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");
    }
}

// The second level serves several SMs: what misses the first costs more when all
// of them read.
static void constant_random() {
    fill_constant(itself(kConstantBytes, 1));
    const int tables[] = {256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
    for (int bytes : tables) {
        for (int groups : kGroups) {
            RandomReads<ConstantSpace, float> reads = random_reads<float>(ConstantSpace(), groups, bytes);
            emit("constant", "random", 4, bytes, groups, 32, device.sms, cycles_per_operation(reads, 32, device.sms), "cycles");
            if (groups == 1 || groups == 32)
                emit("constant", "random", 4, bytes, groups, 32, 1, cycles_per_operation(reads, 32, 1), "cycles");
            if (bytes == 16384 && (groups == 1 || groups == 32))
                emit("constant", "random", 4, bytes, groups, 8, device.sms, cycles_per_operation(reads, 8, device.sms), "cycles");
        }
    }
    const int some[] = {1024, 4096, 16384};
    for (int bytes : some) {
        double two = cycles_per_operation(random_reads<float2>(ConstantSpace(), 32, bytes), 32, device.sms);
        emit("constant", "random", 8, bytes, 32, 32, device.sms, two, "cycles");
        double four = cycles_per_operation(random_reads<float4>(ConstantSpace(), 32, bytes), 32, device.sms);
        emit("constant", "random", 16, bytes, 32, 32, device.sms, four, "cycles");
    }
}

static void constant_sweep() {
    const int tables[] = {1024, 4096, 16384, 65536};
    const int distinct[] = {1, 8, 32};
    for (int bytes : tables)
        for (int d : distinct) {
            SweepReads<ConstantSpace> near{ConstantSpace(), (unsigned)d, 4, (unsigned)bytes - 1};
            emit("constant", "sweep_by_4", 4, bytes, d, 32, device.sms, cycles_per_operation(near, 32, device.sms), "cycles");
            SweepReads<ConstantSpace> far{ConstantSpace(), (unsigned)d, 128, (unsigned)bytes - 1};
            emit("constant", "sweep_by_128", 4, bytes, d, 32, device.sms, cycles_per_operation(far, 32, device.sms), "cycles");
        }
}

// The index is the same in every lane and the compiler can see it: from sm_75 it
// computes the index, and loads, on the uniform datapath, through the cache of
// literal offsets.
struct UniformReads {
    static const int kOperations = 8;
    struct State {
        unsigned index;
        float sum;
    };
    unsigned first, step, mask;  // words
    // A loop here would keep the compiler from the uniform datapath: it could not know
    // that the lanes are together.
    __device__ void prepare() const {}
    __device__ State start() const { return State{first, 0}; }
    __device__ __forceinline__ void round(State& s) const {
        const float* table = reinterpret_cast<const float*>(constant_table);
#pragma unroll
        for (int i = 0; i < kOperations; i++) s.sum += table[(s.index += step) & mask];
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

// The same, of an index that is a warp's own: the same in every lane, which the
// compiler cannot see.
struct WarpReads : UniformReads {
    __device__ State start() const { return State{first + threadIdx.x / 32, 0}; }
};

// Where a cost depends on whether the warps are in step: one block on one SM, one
// on each SM, and as many blocks of 256 threads as the SMs hold, which start at
// different times and so are not in step.
struct Grid {
    int warps, blocks;
};

static std::vector<Grid> grids() {
    return {{32, 1}, {32, device.sms}, {8, device.sms * (device.max_warps / 8)}};
}

static void uniform(const char* of_block, const char* of_warp, int bytes, unsigned step) {
    for (Grid g : grids()) {
        UniformReads block;
        block.first = 0, block.step = step, block.mask = bytes / 4 - 1;
        emit("constant", of_block, 4, bytes, 1, g.warps, g.blocks, cycles_per_operation(block, g.warps, g.blocks), "cycles");
        WarpReads warp;
        warp.first = 0, warp.step = step, warp.mask = bytes / 4 - 1;
        emit("constant", of_warp, 4, bytes, 1, g.warps, g.blocks, cycles_per_operation(warp, g.warps, g.blocks), "cycles");
    }
}

static void constant_uniform() {
    fill_constant(itself(kConstantBytes, 1));
    // A line at every read: from the footprint on that does not fit, each misses.
    for (int bytes = 64; bytes <= 16384; bytes *= 2) {
        UniformReads lines;
        lines.first = 0, lines.step = 16, lines.mask = bytes / 4 - 1;
        emit("constant_latency", "uniform", 4, bytes, 1, 1, 1, cycles_per_operation(lines, 1, 1), "cycles");
    }
    for (int bytes = 64; bytes <= 65536; bytes *= 4) uniform("uniform", "warp", bytes, 1);
    uniform("uniform_scattered", "warp_scattered", 1024, 7);
    uniform("uniform_scattered", "warp_scattered", 16384, 7);
}

enum Operand { kImmediate, kNeighbours, kScattered };

// kEntries literal offsets, added up one after the other as in a dot product.
// Neighbours may be read two or four at a time; scattered ones are 17 words
// apart. As many immediate operands tell what the instructions alone cost.
template <int kEntries, Operand kOperand>
struct UnrolledReads {
    static const int kOperations = kEntries;
    struct State {
        float sum, factor;  // in a register: an instruction has one constant operand
    };
    __device__ void prepare() const {}
    __device__ State start() const { return State{(float)threadIdx.x, 0.5f + lane()}; }
    __device__ __forceinline__ void round(State& s) const {
        const float* table = reinterpret_cast<const float*>(constant_table);
#pragma unroll
        for (int i = 0; i < kEntries; i++) {
            const int at = kOperand == kScattered ? i * 17 & (kEntries - 1) : i;
            s.sum = fmaf(s.sum, s.factor, kOperand == kImmediate ? 1.0f + i : table[at]);
        }
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

template <int kEntries>
static void constant_literal() {
    for (Grid g : grids()) {
        UnrolledReads<kEntries, kNeighbours> near;
        emit("constant", "literal", 4, kEntries * 4, 1, g.warps, g.blocks, cycles_per_operation(near, g.warps, g.blocks), "cycles");
        UnrolledReads<kEntries, kScattered> scattered;
        emit("constant", "literal_scattered", 4, kEntries * 4, 1, g.warps, g.blocks, cycles_per_operation(scattered, g.warps, g.blocks),
             "cycles");
        UnrolledReads<kEntries, kImmediate> immediate;
        emit("instructions", "immediate", 4, kEntries * 4, 1, g.warps, g.blocks, cycles_per_operation(immediate, g.warps, g.blocks),
             "cycles");
    }
}

// What the first read of each line costs in a kernel that starts after the table
// was written, and in the next kernel.
__global__ void constant_first(int lines, Span* span, unsigned* sink) {
    ConstantSpace space;
    unsigned offset = *sink & 0;
    span->begin = clock64();
    for (int i = 0; i < lines; i++) offset = space.read<unsigned>(offset);
    span->end = clock64();
    sink[threadIdx.x] = offset;
}

static void constant_cold() {
    const int lines = 64;
    CHECK(cudaMemset(device.sink, 0, 4));
    const char* names[] = {"first_touch", "next_kernel"};
    std::vector<double> all[2];
    for (int repeat = 0; repeat < 9; repeat++) {
        fill_constant(ring(kConstantBytes, kConstantBytes, 64));
        for (int i = 0; i < 2; i++) {
            constant_first<<<1, 1>>>(lines, device.spans, device.sink);
            all[i].push_back((double)cycles_of_one() / lines);
        }
    }
    for (int i = 0; i < 2; i++) {
        std::nth_element(all[i].begin(), all[i].begin() + 4, all[i].end());
        emit("constant_latency", names[i], 4, lines * 64, 1, 1, 1, all[i][4], "cycles");
    }
}

static void measure_constant() {
    constant_distinct();
    constant_levels();
    constant_cold();
    constant_random();
    constant_sweep();
    constant_uniform();
    fill_constant(itself(kConstantBytes, 1));
    constant_literal<16>();
    constant_literal<64>();
    constant_literal<128>();
    constant_literal<256>();
    constant_literal<512>();
    constant_literal<1024>();
    constant_literal<2048>();
}
