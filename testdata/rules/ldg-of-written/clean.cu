// Loads by __ldg of memory that the kernel does not write, or not at these bytes as far as is known.
#include <cuda_runtime.h>

__global__ void two(const float *__restrict__ in, float *__restrict__ out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __ldg(&in[i]);
}
void different(float *a, float *b)
{
    two<<<8, 256>>>(a, b);
    two<<<8, 256>>>(b, a);
}

// restrict-alias reports this launch.
void same(float *a) { two<<<8, 256>>>(a, a); }

// Plain loads.
__global__ void plain(float *p) { p[threadIdx.x] = p[threadIdx.x + 1]; }
__global__ void cached(float *p) { p[threadIdx.x] = __ldcg(&p[threadIdx.x + 1]); }

// The two halves of a buffer.
__global__ void halves(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[n + i] = __ldg(&p[i]);
}
__global__ void alternate(float *p, int n, int from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[(1 - from) * n + i] = __ldg(&p[from * n + i]);
}
__global__ void steps(float *p, int n)
{
    int i = threadIdx.x, from = 0;
    for (int s = 0; s < 10; s++) {
        p[(1 - from) * 256 + i] = __ldg(&p[from * 256 + i]);
        from = 1 - from;
    }
}
__global__ void fixed(float *p)
{
    p[256 + threadIdx.x] = __ldg(&p[threadIdx.x]);
}
void run_fixed(float *p) { fixed<<<1, 256>>>(p); }

// The head of a buffer, of which the rest is written.
__global__ void head(int *p, const int *q)
{
    int n = __ldg(p);
    p[threadIdx.x + 1] = q[threadIdx.x] + n;
}

// Members of one struct.
struct Cell {
    float key, value;
};
__global__ void members(Cell *c, const int *index)
{
    c[threadIdx.x].value = __ldg(&c[threadIdx.x].key);
    c[threadIdx.x].value += __ldg(&c[index[threadIdx.x]].key);
}
__global__ void interleaved(float *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[2 * i + 1] = __ldg(&p[2 * i]);
}

// One thread's, or the other's.
__global__ void arms(float *p, const float *q)
{
    int i = threadIdx.x;
    if (i & 1)
        p[i] = 1;
    else
        p[1000 + i] = __ldg(&p[i]);
}

// Elements of pointers in memory, and pointers that nobody knows.
__global__ void rows(float **p) { p[0][threadIdx.x] = __ldg(&p[1][threadIdx.x]); }
struct Buffers {
    float *in, *out;
};
__global__ void held(Buffers b) { b.out[threadIdx.x] = __ldg(&b.in[threadIdx.x]); }

// Buffers that change places between launches, and launches with parts of one buffer.
__global__ void shift(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __ldg(&in[i + 1]);
}
void swapped(float *a, float *b, int n)
{
    for (int s = 0; s < n; s++) {
        shift<<<8, 256>>>(a, b);
        float *t = a;
        a = b;
        b = t;
    }
}
void parts(float *p, int n) { shift<<<8, 256>>>(p, p + n); }
void behind(float *p) { shift<<<1, 256>>>(p, p + 512); }

// A function of the program with this name is the program's affair.
namespace mine {
template <typename T> __device__ T __ldg(const T *p) { return *p; }
__global__ void own(float *p) { p[threadIdx.x] = mine::__ldg(p + threadIdx.x); }
}

// Shared memory.
__global__ void tile(const float *in)
{
    __shared__ float s[256];
    s[threadIdx.x] = __ldg(&in[threadIdx.x]);
}

// Offsets that a local array holds.
__global__ void parts_of(float *p, int n, int part)
{
    int from[2] = {0, n};
    p[from[1 - part] + threadIdx.x] = __ldg(&p[from[part] + threadIdx.x]);
}
