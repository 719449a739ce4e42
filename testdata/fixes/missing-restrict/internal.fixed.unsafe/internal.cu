// Kernels that no other file can launch: safe where every launch is seen to pass separate memory.
#include <cuda_runtime.h>

static __global__ void scale(const float *__restrict__ in, const float *__restrict__ factor, float *out, int n);
static __global__ void scale(const float *__restrict__ in, const float *__restrict__ factor, float *out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i] * factor[0];
}

namespace {
__global__ void halve(const float *__restrict__ in, float *out) { out[threadIdx.x] = 0.5f * in[threadIdx.x]; }
__global__ void waits(const int *__restrict__ flag, float *out)
{
    for (int i = 0; flag[0] == 0 && i < 1000; ++i)
        __threadfence();
    out[threadIdx.x] = flag[0];
}
} // namespace

struct Output { float *data; };
template <class T> struct Plain { typedef T type; };
template <class T> struct Plain<T &> { typedef T type; };
__device__ float *list;
static __global__ void to_member(const float *__restrict__ in, Output out, float *more) { more[threadIdx.x] = out.data[threadIdx.x] = in[threadIdx.x]; }
static __global__ void to_variable(const float *__restrict__ in, float *out) { out[threadIdx.x] = list[threadIdx.x] = in[threadIdx.x]; }
static __global__ void passed_on(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void from_outside(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void of_globals(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void by_pointer(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void in_lambda(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void of_results(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void of_template(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void of_reference(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void of_address(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
static __global__ void parenthesised(float *__restrict__ in, float *out)
{
    float *p(in);
    out[threadIdx.x] = p[threadIdx.x] + in[0];
}
static __global__ void of_its_type(float *__restrict__ in, float *out)
{
    typename Plain<decltype(in[0])>::type sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += in[i];
    out[threadIdx.x] = sum;
}

#ifdef IN_PLACE
#define SECOND a
#else
#define SECOND b
#endif
static __global__ void of_macro(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

static float *pool;
static float *take() { return pool; }
template <class T> T *same(T *p) { return p; }
struct Alias { float *&p; };

static void apart()
{
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    parenthesised<<<1, 32>>>(a, b);
    of_its_type<<<1, 32>>>(a, b);
    of_macro<<<1, 32>>>(a, SECOND);
}

static void results()
{
    cudaMalloc(&pool, 4096);
    float *a = take();
    float *b = take();
    of_results<<<1, 32>>>(a, b);
    float *c, *d;
    cudaMalloc(&c, 4096);
    d = same(c);
    of_template<<<1, 32>>>(c, d);
}

static void held()
{
    float *a, *b, *c;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&c, 4096);
    Alias alias{b};
    alias.p = a;
    of_reference<<<1, 32>>>(a, b);
    void **list[] = {(void **)&c};
    *list[0] = a;
    of_address<<<1, 32>>>(a, c);
}

static void step(const float *a, float *b) { passed_on<<<1, 32>>>(a, b); }
void entry(const float *a, float *b) { from_outside<<<1, 32>>>(a, b); }
float *first, *second;
static float *own;

int main()
{
    float *a, *b, *c;
    int *flag;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&c, 4096);
    cudaMalloc(&flag, 4);
    cudaMalloc(&first, 4096);
    cudaMalloc(&second, 4096);
    cudaMalloc(&own, 4096);
    scale<<<1, 256>>>(a, c, b, 1024);
    halve<<<1, 256>>>(own, b);
    waits<<<1, 256>>>(flag, b);
    to_member<<<1, 256>>>(a, Output{c}, b);
    cudaMemcpyToSymbol(list, &c, sizeof(c));
    to_variable<<<1, 256>>>(a, b);
    step(a, b);
    entry(a, b);
    of_globals<<<1, 32>>>(first, second);
    by_pointer<<<1, 32>>>(a, b);
    void *args[] = {&a, &b};
    cudaLaunchKernel((const void *)by_pointer, 1, 32, args, 0, 0);
    auto launch = [&] { in_lambda<<<1, 32>>>(a, b); };
    launch();
    apart();
    results();
    held();
    return cudaDeviceSynchronize();
}
