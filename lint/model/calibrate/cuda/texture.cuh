// Written by cudalint calibrate.
// Texture objects: linear memory through tex1Dfetch, an array through tex2D with
// point sampling.
#pragma once
#include "global.cuh"

static cudaTextureObject_t linear_texture(size_t bytes) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = buffers.table;
    resource.res.linear.desc = cudaCreateChannelDesc<unsigned>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, 0));
    return texture;
}

static cudaTextureObject_t array_texture(int side, cudaArray_t* array) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(array, &format, side, side));
    std::vector<float> texels((size_t)side * side, 0);
    CHECK(cudaMemcpy2DToArray(*array, 0, 0, texels.data(), side * 4, side * 4, side, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = *array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, 0));
    return texture;
}

// tex1Dfetch of an unsigned texture, for the bodies that add floats.
struct FetchFloats : FetchSpace {
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return __uint_as_float(tex1Dfetch<unsigned>(texture, (int)offset + literal));
    }
};

static FetchFloats fetch_floats(cudaTextureObject_t texture) {
    FetchFloats space;
    space.texture = texture;
    return space;
}

static void texture_linear(cudaTextureObject_t texture) {
    const FetchFloats space = fetch_floats(texture);
    for (int d : kDistinct) {
        ChainedReads<FetchSpace> chain{FetchSpace{texture}, (unsigned)d, 1};
        if (d == 1 || d == 32) emit("texture_latency", "distinct", 4, 4096, d, 1, 1, cycles_per_operation(chain, 1, 1), "cycles");
        StridedReads<FetchFloats, float, 32> reads{space, (unsigned)d, 1, 1024};
        emit("texture", "distinct", 4, 8192, d, 32, 1, cycles_per_operation(reads, 32, 1), "cycles");
    }
    const int strides[] = {2, 4, 8, 9, 16, 32, 33};
    for (int stride : strides) {
        StridedReads<FetchFloats, float, 32> reads{space, 32, (unsigned)stride, 1024};
        emit("texture", "stride", 4, 8192, stride, 32, 1, cycles_per_operation(reads, 32, 1), "cycles");
    }
    const int tables[] = {256, 1024, 4096, 16384, 65536, 1 << 20, 16 << 20};
    for (int bytes : tables) {
        RandomReads<FetchFloats, float> reads = random_reads<float>(space, 32, bytes / 4);
        reads.align = ~0u;
        emit("texture", "random", 4, bytes, 32, 32, 1, cycles_per_operation(reads, 32, 1), "cycles");
    }
}

// A warp reads a patch of an array, wide x 32 / wide texels, which moves by a
// few texels from read to read within a window of 64 x 64.
struct PatchReads {
    static const int kOperations = 8;
    struct State {
        float x, y, sum;
        int step;
    };
    cudaTextureObject_t texture;
    int wide, spread;
    __device__ void prepare() const {}
    __device__ State start() const {
        int l = threadIdx.x & 31;
        return State{(l % wide) * spread + 0.5f, (l / wide) * spread + 0.5f, 0, 0};
    }
    __device__ __forceinline__ void round(State& s) const {
        float shift = (float)(s.step & 3);
#pragma unroll
        for (int i = 0; i < kOperations; i++) s.sum += tex2D<float>(texture, s.x + shift, s.y + (float)i);
        s.step++;
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

// Every lane reads its own texel of a window of side x side.
struct ScatteredTexels {
    static const int kOperations = 8;
    struct State {
        unsigned x;
        float sum;
    };
    cudaTextureObject_t texture;
    unsigned mask;
    __device__ void prepare() const {}
    __device__ State start() const { return State{(threadIdx.x + 1) * 2654435761u, 0}; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            s.x = s.x * 1664525u + 1013904223u;
            s.sum += tex2D<float>(texture, (float)(s.x >> 20 & mask), (float)(s.x >> 9 & mask));
        }
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

// Each coordinate comes from the texel before, which is zero.
struct ChainedTexels {
    static const int kOperations = 16;
    typedef float State;
    cudaTextureObject_t texture;
    __device__ void prepare() const {}
    __device__ State start() const { return 0; }
    __device__ __forceinline__ void round(State& at) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) at = tex2D<float>(texture, at, at);
    }
    __device__ unsigned finish(State& at) const { return __float_as_uint(at); }
};

static void texture_array() {
    const int side = 1024;
    cudaArray_t array;
    cudaTextureObject_t texture = array_texture(side, &array);
    emit("texture_latency", "tex2d", 4, 4, 1, 1, 1, cycles_per_operation(ChainedTexels{texture}, 1, 1), "cycles");
    const int wides[] = {32, 8, 4, 1};
    for (int wide : wides) {
        char pattern[32];
        snprintf(pattern, sizeof pattern, "tex2d_%dx%d", wide, 32 / wide);
        emit("texture", pattern, 4, 16384, 32, 32, 1, cycles_per_operation(PatchReads{texture, wide, 1}, 32, 1), "cycles");
    }
    emit("texture", "tex2d_32x1_every_second", 4, 16384, 32, 32, 1, cycles_per_operation(PatchReads{texture, 32, 2}, 32, 1), "cycles");
    const int windows[] = {16, 64, 256, 1024};
    for (int window : windows)
        emit("texture", "tex2d_random", 4, 4ll * window * window, 32, 32, 1,
             cycles_per_operation(ScatteredTexels{texture, (unsigned)window - 1}, 32, 1), "cycles");
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
}

static void measure_texture(cudaTextureObject_t texture) {
    fill_table(4);
    texture_linear(texture);
    texture_array();
}
