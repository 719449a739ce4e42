// Loads by __ldg of what the kernel writes.
#include <cuda_runtime.h>

__global__ void neighbours(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n)
        p[i] = 0.5f * (p[i] + __ldg(&p[i - 1])); // want `proven: __ldg\(&p\[i - 1\]\) reads what kernel neighbours writes: a read-only load may return the value from before the write`
}

// The own element: the documentation does not allow it either.
__global__ void own(float *p, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        p[i] = 2 * __ldg(p + i); // want `proven: __ldg\(p \+ i\) reads what kernel own writes`
}

// One finding for each object, at the load that surely meets a write.
__global__ void many(float *p, const int *index)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = __ldg(&p[index[i]]);
    sum += __ldg(&p[i]); // want `proven: __ldg\(&p\[i\]\) reads`
    p[i] = sum;
}

// Another name.
__global__ void renamed(float *out)
{
    const float *in = out;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = __ldg(in + i + 1); // want `proven: __ldg\(in \+ i \+ 1\) reads what kernel renamed writes`
    out[i] = v;
}

// Data decides.
__global__ void gathered(float *x, const int *column)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] - __ldg(&x[column[i]]); // want `likely: __ldg\(&x\[column\[i\]\]\) reads what kernel gathered writes`
}

// Atomics write as well.
__global__ void histogram(unsigned *bins, const unsigned char *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && __ldg(&bins[data[i]]) < 255) // want `likely: __ldg\(&bins\[data\[i\]\]\) reads what kernel histogram writes`
        atomicAdd(&bins[data[i]], 1u);
}

// A variable.
__device__ int counters[64];
__global__ void count()
{
    counters[threadIdx.x] = __ldg(&counters[threadIdx.x]) + 1; // want `proven: __ldg\(&counters\[threadIdx.x\]\) reads what kernel count writes`
}

// Through functions.
template <typename T> __device__ T fetch(const T *p) { return __ldg(p); } // want `proven: __ldg\(p\) reads what kernel wrapped writes`
__device__ void put(float *p, int i, float v) { p[i] = v; }
__global__ void wrapped(float *p)
{
    int i = threadIdx.x;
    put(p, i, 1 + fetch(p + i));
}

// A vector.
__global__ void vectors(float4 *p)
{
    int i = threadIdx.x;
    float4 v = __ldg(&p[i + 1]); // want `proven: __ldg\(&p\[i \+ 1\]\) reads`
    v.x += 1;
    p[i] = v;
}

// A launch that passes one buffer twice.
__global__ void shift(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __ldg(&in[i + 1]); // want `proven: __ldg\(&in\[i \+ 1\]\) reads what kernel shift writes through out, because the launch at .*flagged.cu:[0-9]+ passes one buffer for in and out`
}
void run(float *p) { shift<<<8, 256>>>(p, p); }

// An index that a loop loads into registers first.
template <int N> __global__ void batched(int *partner, const int *column, const int *begin)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = begin[i]; j < begin[i + 1]; j += N) {
        int c[N], col;
        for (int k = 0; k < N; k++)
            c[k] = column[j + k];
        for (int k = 0; k < N; k++) {
            col = c[k];
            if (__ldg(partner + col) == -1) // want `likely: __ldg\(partner \+ col\) reads what kernel batched writes`
                partner[i] = i;
        }
    }
}
template __global__ void batched<4>(int *, const int *, const int *);
