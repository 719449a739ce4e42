// Written by cudalint calibrate.
// The places that a table can be read from. Each has read<T>(offset, literal),
// the element at that many bytes, of which the literal ones belong in the
// instruction; and prepare, which puts the table there if the block has to.
#pragma once
#include "harness.cuh"

const int kConstantBytes = 65536;

__constant__ float4 constant_table[kConstantBytes / sizeof(float4)];

extern __shared__ float4 shared_table[];

struct ConstantSpace {
    __device__ void prepare() const {}
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return *reinterpret_cast<const T*>(reinterpret_cast<const char*>(constant_table) + offset + literal);
    }
};

struct GlobalSpace {
    const char* table;
    __device__ void prepare() const {}
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return *reinterpret_cast<const T*>(table + offset + literal);
    }
};

struct ReadOnlySpace {
    const char* table;
    __device__ void prepare() const {}
    template <class T>
    __device__ __forceinline__ T read(unsigned offset, int literal = 0) const {
        return __ldg(reinterpret_cast<const T*>(table + offset + literal));
    }
};

// Past L1: .cg keeps nothing there.
struct L2Space {
    const char* table;
    __device__ void prepare() const {}
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
