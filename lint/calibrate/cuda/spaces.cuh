// Written by cudalint calibrate.
// The places that a table can be read from. Each has read<T>(offset, literal),
// the element at that many bytes, of which the literal ones belong in the
// instruction; and prepare, which brings the table near.
#pragma once
#include "harness.cuh"

const int kConstantBytes = 65536;

__constant__ float4 constant_table[kConstantBytes / sizeof(float4)];

extern __shared__ float4 shared_table[];

// keep makes the compiler believe that a value is used.
static __device__ __forceinline__ void keep(unsigned value) { asm volatile("" ::"r"(value)); }

struct ConstantSpace {
    // Reads a word of every 64-byte line.
    __device__ void prepare() const {
        unsigned sum = 0;
        for (unsigned at = threadIdx.x * 64; at < kConstantBytes; at += blockDim.x * 64) sum += read<unsigned>(at);
        keep(sum);
    }
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(constant_table) + offset + literal);
    }
};

// Every thread block walks over a table of up to a megabyte, so that it is in
// the SM's L1 if it fits there; of a larger table each block walks its share, so
// that it is in L2 if it fits there.
static __device__ void walk(const char* table, size_t bytes) {
    size_t first = threadIdx.x, step = blockDim.x;
    if (bytes > (1u << 20)) first += (size_t)blockIdx.x * blockDim.x, step *= gridDim.x;
    unsigned sum = 0;
    for (size_t i = first; i < bytes / 32; i += step) sum += *reinterpret_cast<const unsigned*>(table + i * 32);
    keep(sum);
}

struct GlobalSpace {
    const char* table;
    size_t bytes;
    __device__ void prepare() const { walk(table, bytes); }
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return *reinterpret_cast<const T*>(table + offset + literal);
    }
};

struct ReadOnlySpace {
    const char* table;
    size_t bytes;
    __device__ void prepare() const { walk(table, bytes); }
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return __ldg(reinterpret_cast<const T*>(table + offset + literal));
    }
};

// Past L1: .cg keeps nothing there.
struct L2Space {
    const char* table;
    size_t bytes;
    __device__ void prepare() const { walk(table, bytes); }
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return __ldcg(reinterpret_cast<const T*>(table + offset + literal));
    }
};

struct SharedSpace {
    const char* table;  // copied to shared memory
    int bytes;
    __device__ void prepare() const {
        unsigned* to = reinterpret_cast<unsigned*>(shared_table);
        const unsigned* from = reinterpret_cast<const unsigned*>(table);
        for (int i = threadIdx.x; i < bytes / 4; i += blockDim.x) to[i] = from[i];
        __syncthreads();
    }
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(shared_table) + offset + literal);
    }
};

// tex1Dfetch takes the index of an element: offset counts elements here.
struct FetchSpace {
    cudaTextureObject_t texture;
    __device__ void prepare() const {}
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return tex1Dfetch<T>(texture, (int)offset + literal);
    }
};

// No read at all: what computing the indexes costs.
struct NoSpace {
    __device__ void prepare() const {}
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return __uint_as_float(offset + literal);
    }
};
