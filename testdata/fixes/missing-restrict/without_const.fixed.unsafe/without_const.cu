// const would not compile, or would change the type that other code relies on.
#include <cuda_runtime.h>

struct Point {
    float x, y;
    __device__ float norm() { return x * x + y * y; }
};

__device__ float first(float *p) { return *p; }
template <typename T> __device__ T sum(T *p, int n) { T s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
template <typename T> struct View {
    T *data;
    __device__ View(T *p) : data(p) {}
    __device__ T operator()(int i) const { return data[i]; }
};

__global__ void passed(float *__restrict__ in, float *out) { out[threadIdx.x] = first(in); }
__global__ void deduced(float *__restrict__ in, float *out) { out[threadIdx.x] = sum(in, 4); }
__global__ void viewed(float *__restrict__ in, float *out) { View<float> v(in); out[threadIdx.x] = v(3); }
__global__ void method(Point *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x].norm(); }
__global__ void cast(float *__restrict__ in, float *out) { out[threadIdx.x] = reinterpret_cast<float4 *>(in)[threadIdx.x].x; }

// Arrays are pointers as parameters; a row of an array, and an array in a struct, become one.
struct Cell { float value[4]; };
__device__ float of_array(float p[], int i) { return p[i]; }
__device__ float of_rows(float p[][8], int i) { return p[i][0]; }
__device__ float of_const(const float *p, int i) { return p[i]; }
__global__ void passed_array(float *__restrict__ in, float *out) { out[threadIdx.x] = of_array(in, 3); }
__global__ void passed_rows(float (*__restrict__ in)[8], float *out) { out[threadIdx.x] = of_rows(in, 3); }
__global__ void passed_row(float (*__restrict__ in)[8], float *out) { out[threadIdx.x] = of_array(in[threadIdx.x], 3); }
__global__ void assigned_row(float (*__restrict__ in)[8], float *out) { float *row = in[threadIdx.x]; out[threadIdx.x] = row[3]; }
__global__ void member(Cell *__restrict__ in, float *out) { out[threadIdx.x] = of_array(in[threadIdx.x].value, 3); }
__global__ void const_row(const float (*__restrict__ in)[8], float *out) { const float *row = in[threadIdx.x]; out[threadIdx.x] = row[3] + of_const(in[1], 2); }

// The text of a macro uses the name.
#define FIRST first(given)
__global__ void by_macro(float *__restrict__ given, float *out) { out[threadIdx.x] = FIRST + given[1]; }

template <typename T> __global__ void instantiated(T *__restrict__ in, T *out) { out[threadIdx.x] = in[threadIdx.x]; }
template __global__ void instantiated<float>(float *, float *);
template __global__ void instantiated<int>(int *in, int *out);

template <typename T> __global__ void specialised(T *__restrict__ in, T *out) { out[threadIdx.x] = in[threadIdx.x]; }
template <> __global__ void specialised<char>(char *__restrict__ in, char *out) { out[threadIdx.x] = in[threadIdx.x] + 1; }

__global__ void overloaded(float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void overloaded(const float *__restrict__ in, float *out, int n) { out[threadIdx.x] = in[n]; }

__global__ void pointed(float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
typedef void (*Kernel)(float *, float *);
void timed(Kernel k, float *a, float *b) { k<<<1, 32>>>(a, b); }
void time_it(float *a, float *b) { timed(pointed, a, b); }

__global__ void by_name(float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
const char *const name = "_Z7by_namePfS_";

// The runtime does not care for the type.
__global__ void by_handle(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void handle(float *a, float *b)
{
    cudaFuncSetAttribute(by_handle, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    void *args[] = {&a, &b};
    cudaLaunchKernel((void *)by_handle, 1, 32, args, 0, 0);
}
