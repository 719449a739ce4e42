// Cycles of an SM for one fetch of a warp from an image in a CUDA array, by dimensions,
// filter, pattern of the lanes and texel, while the texels stay in the first-level cache.
// image_cycles.csv is its output (one H100, CUDA 13.0, nvcc -O3 -arch=sm_90). Lanes 8x4x1 are
// 8 along x, 4 along y; second32x1x1 are every second texel of a row; one is a texel that all
// lanes read; between lies off the texels' centres; random are places in a window of the
// footprint; latency is one warp whose coordinates come from the texel before.
#include <cstring>

#include "../../calibrate/cuda/harness.cuh"

enum Kind { ONE, TWO, THREE, LAYERED };

__device__ __forceinline__ float sum_of(float v) { return v; }
__device__ __forceinline__ float sum_of(float2 v) { return v.x + v.y; }
__device__ __forceinline__ float sum_of(float4 v) { return v.x + v.y + v.z + v.w; }

template <class T, int K> __device__ __forceinline__ float get(cudaTextureObject_t t, float x, float y, float z) {
    if (K == ONE) return sum_of(tex1D<T>(t, x));
    if (K == TWO) return sum_of(tex2D<T>(t, x, y));
    if (K == THREE) return sum_of(tex3D<T>(t, x, y, z));
    return sum_of(tex2DLayered<T>(t, x, y, (int)z));
}

template <class T, int K> struct Reads {
    static const int kOperations = 8;
    struct State { float x, y, z, sum; int step; };
    cudaTextureObject_t texture;
    int wx, wy, spread;  // lanes along x, along y; the rest along z
    float half;          // added to x: 0.5 is the texel's centre
    __device__ void prepare() const {}
    __device__ State start() const {
        int l = threadIdx.x & 31;
        return State{(l % wx) * spread + half, (l / wx % wy) * spread + half, (l / wx / wy) * spread + half, 0, 0};
    }
    __device__ __forceinline__ void round(State& s) const {
        float shift = (float)(s.step & 3);
#pragma unroll
        for (int i = 0; i < kOperations; i++) s.sum += get<T, K>(texture, s.x + shift + (K == ONE ? (float)(4 * i) : 0), s.y + (K == ONE ? 0 : (float)(K == TWO ? i : i & 3)), s.z + (float)(K >= THREE ? i >> 2 : 0));
        s.step++;
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

template <class T, int K> struct Scattered {
    static const int kOperations = 8;
    struct State { unsigned x; float sum; };
    cudaTextureObject_t texture;
    unsigned mask, zmask;
    __device__ void prepare() const {}
    __device__ State start() const { return State{(threadIdx.x + 1) * 2654435761u, 0}; }
    __device__ __forceinline__ void round(State& s) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) {
            s.x = s.x * 1664525u + 1013904223u;
            s.sum += get<T, K>(texture, (float)(s.x >> 22 & mask), (float)(s.x >> 14 & mask), (float)(s.x >> 10 & zmask));
        }
    }
    __device__ unsigned finish(State& s) const { return __float_as_uint(s.sum); }
};

template <class T, int K> struct Chained {
    static const int kOperations = 16;
    typedef float State;
    cudaTextureObject_t texture;
    __device__ void prepare() const {}
    __device__ State start() const { return 0; }
    __device__ __forceinline__ void round(State& at) const {
#pragma unroll
        for (int i = 0; i < kOperations; i++) at = get<T, K>(texture, at, at, at);
    }
    __device__ unsigned finish(State& at) const { return __float_as_uint(at); }
};

template <class T> static cudaTextureObject_t image(int kind, bool linear, cudaArray_t* array) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    cudaExtent size = make_cudaExtent(256, kind == ONE ? 0 : 256, kind >= THREE ? 32 : 0);
    CHECK(cudaMalloc3DArray(array, &format, size, kind == LAYERED ? cudaArrayLayered : 0));
    size_t rows = kind == ONE ? 1 : 256, planes = kind >= THREE ? 32 : 1;
    std::vector<T> texels(256 * rows * planes);
    memset(texels.data(), 0, texels.size() * sizeof(T));
    cudaMemcpy3DParms p = {};
    p.srcPtr = make_cudaPitchedPtr(texels.data(), 256 * sizeof(T), 256, rows);
    p.dstArray = *array;
    p.extent = make_cudaExtent(256, rows, planes);
    p.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&p));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = *array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
    how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, 0));
    return texture;
}

template <class T, int K> static void measure(const char* type, const char* kind) {
    for (int linear = 0; linear < 2; linear++) {
        cudaArray_t array;
        cudaTextureObject_t t = image<T>(K, linear, &array);
        char name[64];
        const struct { const char* name; int wx, wy, spread; float half; } patterns[] = {
            {"32x1x1", 32, 1, 1, 0.5f}, {"8x4x1", 8, 4, 1, 0.5f}, {"4x4x2", 4, 4, 1, 0.5f}, {"1x32x1", 1, 32, 1, 0.5f}, {"1x1x32", 1, 1, 1, 0.5f}, {"second32x1x1", 32, 1, 2, 0.5f}, {"one", 32, 1, 0, 0.5f}, {"between", 32, 1, 1, 0.8f}};
        for (auto& p : patterns) {
            if (K == ONE && p.wx != 32 || K == TWO && p.wx * p.wy != 32) continue;
            snprintf(name, sizeof name, "%s_%s_%s", kind, linear ? "linear" : "point", p.name);
            emit(name, type, sizeof(T), 0, 32, 32, 1, cycles_per_operation(Reads<T, K>{t, p.wx, p.wy, p.spread, p.half}, 32, 1), "cycles");
        }
        for (int window : {8, 16, 64}) {
            snprintf(name, sizeof name, "%s_%s_random", kind, linear ? "linear" : "point");
            int z = K >= THREE ? 8 : 1;
            emit(name, type, sizeof(T), (long long)window * (K == ONE ? 1 : window) * z * sizeof(T), 32, 32, 1,
                 cycles_per_operation(Scattered<T, K>{t, (unsigned)window - 1, (unsigned)z - 1}, 32, 1), "cycles");
        }
        snprintf(name, sizeof name, "%s_%s_latency", kind, linear ? "linear" : "point");
        emit(name, type, sizeof(T), 0, 1, 1, 1, cycles_per_operation(Chained<T, K>{t}, 1, 1), "cycles");
        CHECK(cudaDestroyTextureObject(t));
        CHECK(cudaFreeArray(array));
    }
}
template <class T> static void all(const char* type) {
    measure<T, ONE>(type, "tex1d"); measure<T, TWO>(type, "tex2d"); measure<T, THREE>(type, "tex3d"); measure<T, LAYERED>(type, "layered");
}
int main() {
    cudaDeviceProp p; CHECK(cudaGetDeviceProperties(&p, 0));
    device.sms = p.multiProcessorCount; device.max_warps = 64;
    CHECK(cudaMalloc(&device.spans, kMaxBlocks * sizeof(Span)));
    CHECK(cudaMalloc(&device.sink, 65536 * 4));
    all<float>("float"); all<float2>("float2"); all<float4>("float4");
}
