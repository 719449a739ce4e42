// nvcc: -std=c++20 --extended-lambda
// Lambdas and functors handed to kernel templates. One access of interest per line; what the comments at
// the ends of lines mean is in README.md. Pointers are 256-byte aligned.
#include <cuda_runtime.h>

static float *floats() {
    float *p;
    cudaMalloc(&p, 4 << 20);
    cudaMemset(p, 0, 4 << 20);
    return p;
}

struct Point { float x, y, z; };

template <class F>
__global__ void for_each_index(int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
template <class F>
__global__ void for_each_strided(size_t n, F f) {
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) f(i);
}
template <class F>
__global__ void for_each_cell(int rows, int cols, F f) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y < rows && x < cols) f(y, x);
}
template <class In, class Op>
__global__ void map_into(const In *in, float *out, Op op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = op(in, i);  //= store global sectors 4
}
template <class F>
void launch(int n, F f) {
    for_each_index<<<n / 128, 128>>>(n, f);
}

// Closures.
void by_value(float *p, float *q) {
    for_each_index<<<4, 128>>>(512, [=] __device__(int i) {
        float v = p[3 * i];  //= load global sectors 12
        q[i] = v;  //= store global sectors 4
    });
    for_each_index<<<4, 128>>>(512, [p, q] __device__(auto i) {
        float v = p[i + 1];  //= load global sectors 5
        q[i ^ 1] = v;  //= store global sectors 4
    });
    launch(512, [=] __device__(int i) {
        q[2 * i] = p[i / 2];  //= load global sectors 2 //= store global sectors 8
    });
}
void captured_number(float *p, float *q) {
    int stride = 8;
    for_each_index<<<4, 128>>>(512, [=] __device__(int i) {
        q[i] = p[stride * i];  //= load global sectors 32
    });
    const int pad = 33;
    launch(512, [=] __device__(int i) {
        q[i] = p[i / 32 * pad + i % 32];  //= load global sectors 5 mean 4.875
    });
}
void init_capture(float *p, float *q) {
    for_each_index<<<4, 128>>>(512, [src = p, dst = q] __device__(int i) {
        dst[i] = src[5 * i];  //= load global sectors 20
    });
    for_each_index<<<4, 128>>>(512, [points = reinterpret_cast<const Point *>(p), q] __device__(int i) {
        q[i] = points[i].y;  //= load global sectors 12
    });
    for_each_index<<<4, 128>>>(512, [src = p + 3, q] __device__(int i) {
        q[i] = src[i];  //= load global sectors 5
    });
}
void wide_index(float *p, double *d, float *q) {
    for_each_strided<<<2, 128>>>(1024, [=] __device__(size_t i) {
        q[i] = d[i];  //= load global sectors 8
    });
    for_each_strided<<<2, 128>>>(1024, [=] __device__(auto i) {
        auto row = i / 16, col = i % 16;
        q[i] = p[row * 64 + col];  //= load global sectors 4
    });
}
void nested(float *p, float *q) {
    for_each_index<<<4, 128>>>(512, [=] __device__(int i) {
        auto at = [&](int k) {
            return p[2 * i + k];  //= load global sectors 9 mean 8.5
        };
        q[i] = at(0) + at(7);
    });
}
void cells(float *p, float *q) {
    for_each_cell<<<dim3(2, 4), dim3(32, 8)>>>(32, 64, [=] __device__(int y, int x) {
        float a = p[y * 64 + x];  //= load global sectors 4
        float b = p[x * 32 + y];  //= load global sectors 32
        q[y * 64 + x] = a + b;  //= store global sectors 4
    });
    for_each_cell<<<dim3(2, 4), dim3(16, 16)>>>(64, 32, [=] __device__(int y, int x) {
        float a = p[y * 64 + x];  //= load global sectors 4
        float b = p[x * 64 + y];  //= load global sectors 16
        q[y * 32 + x] = a + b;  //= store global sectors 4
    });
}
void map_lambdas(float *p, float *q) {
    map_into<<<4, 128>>>(p, q, [] __device__(const float *in, int i) {
        return in[i | 1];  //= load global sectors 4
    });
    map_into<<<4, 128>>>(reinterpret_cast<const float2 *>(p), q, [] __device__(const float2 *in, int i) {
        float2 v = in[i];  //= load global sectors 8
        return v.x + v.y;
    });
    map_into<<<4, 128>>>(reinterpret_cast<const float4 *>(p), q, [] __device__(const float4 *in, int i) {
        return in[i].w;  //= load global sectors 16
    });
}

// Function objects.
struct Axpy {
    float a;
    const float *x;
    float *y;
    __device__ void operator()(int i) const {
        float v = a * x[i + 8];  //= load global sectors 4
        y[i] = v;  //= store global sectors 4
    }
};
struct Transpose {
    static constexpr int ld = 44;
    const float *in;
    float *out;
    __device__ void operator()(int y, int x) const {
        float v = in[y * ld + x];  //= load global sectors 6
        out[x * ld + y] = v;  //= store global sectors 8
    }
};
template <class F>
struct Twice {
    F f;
    int shift;
    __device__ float operator()(const float *in, int i) const { return f(in, i << shift); }
};
struct Take {
    template <class T>
    __device__ float operator()(const T *in, int i) const {
        return in[i];  //= load global sectors 16
    }
};
struct Window {
    int offset[3];
    __device__ float operator()(const float *in, int i) const {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < 3; k++)
            sum += in[i + offset[k]];  //= load global sectors 5 mean 4.3333
        return sum;
    }
};
template <class Op>
__device__ __forceinline__ float through(const Op &op, const float *in, int i) { return op(in, i + 32); }
struct Reverse {
    int last;
    __device__ float operator()(const float *in, int i) const {
        return in[last - i];  //= load global sectors 5
    }
};
template <class Op>
__global__ void by_const_reference(const float *in, float *out, Op op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = through(op, in, i);  //= store global sectors 4
}
template <class Op>
__global__ void default_made(const float *in, float *out) {
    int i = threadIdx.x;
    out[i] = Op{}(in, i * 2);  //= store global sectors 4
}
struct Skip {
    __device__ float operator()(const float *in, int i) const {
        return in[i + (i >> 5)];  //= load global sectors 9 mean 8.75
    }
};

// A closure in a kernel: by reference, and by value of what it has computed.
__global__ void closure_in_kernel(const float *in, float *out) {
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    auto row = [&](int r) { return in + r * 100; };
    auto get = [=](int r, int c) {
        return row(r)[c];  //= load global sectors 5 mean 4.5
    };
    auto put = [&out, warp](int l, float v) {
        out[warp * 32 + l] = v;  //= store global sectors 4
    };
    put(lane, get(warp, lane));
}

int main() {
    float *p = floats(), *q = floats();
    double *d = reinterpret_cast<double *>(floats());
    by_value(p, q);
    captured_number(p, q);
    init_capture(p, q);
    wide_index(p, d, q);
    nested(p, q);
    cells(p, q);
    map_lambdas(p, q);
    for_each_index<<<4, 128>>>(512, Axpy{2.0f, p, q});
    for_each_cell<<<dim3(5, 5), dim3(8, 8)>>>(40, 40, Transpose{p, q});
    map_into<<<4, 128>>>(p, q, Twice<Take>{Take{}, 2});
    map_into<<<4, 128>>>(p, q, Window{{0, 1, 32}});
    Reverse reverse{1020};
    by_const_reference<<<4, 128>>>(p, q, reverse);
    default_made<Skip><<<1, 128>>>(p, q);
    closure_in_kernel<<<1, 128>>>(p, q);
    return cudaDeviceSynchronize();
}
