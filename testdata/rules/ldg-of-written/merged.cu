// Loads through a pointer that may be one of two parameters. The comments say what nvcc 13.0 makes
// of them for sm_90.
#include <cuda_runtime.h>

__global__ void chosen(const float *__restrict__ a, float *__restrict__ b, bool f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = f ? a : b;
    float v = p[i + 1]; /* ld.global.nc */ // want `likely: p\[i \+ 1\] may read b, which kernel chosen writes: nvcc makes it a read-only load, because the pointer may also be a, which is __restrict__ and only read`
    b[i] = v;
}
__global__ void one_restrict(const float *__restrict__ a, float *b, bool f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = a + 4;
    if (f)
        p = b;
    float v = p[i + 1]; /* ld.global.nc */ // want `likely: p\[i \+ 1\] may read b`
    b[i] = v;
}
__global__ void rounds(const float *__restrict__ a, float *__restrict__ b, float *__restrict__ c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *src = a;
    for (int s = 0; s < n; s++) {
        float *dst = s & 1 ? b : c;
        dst[i] = src[i + 1]; /* ld.global.nc */ // want `likely: src\[i \+ 1\] may read [bc], which kernel rounds writes`
        __syncthreads();
        src = dst;
    }
}

// ld.global: what is read is not __restrict__, or the chosen pointer is written through.
__global__ void other_restrict(const float *a, float *__restrict__ b, bool f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = f ? a : b;
    float v = p[i + 1];
    b[i] = v;
}
__global__ void written_through(float *__restrict__ a, float *__restrict__ b, bool f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = f ? a : b;
    p[i] = 3;
    __syncthreads();
    float v = p[i + 1];
    b[i + 7] = v;
}
__global__ void exchanged(float *__restrict__ a, float *__restrict__ b, int n)
{
    int i = threadIdx.x;
    float *src = a, *dst = b;
    for (int s = 0; s < n; s++) {
        dst[i] = src[i + 1];
        __syncthreads();
        float *t = src;
        src = dst;
        dst = t;
    }
}

// One after the other: ld.global.nc for the first load only.
__global__ void sequence(const float *__restrict__ a, float *__restrict__ b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *p = a;
    float v = p[i + 1];
    b[i + 7] = v;
    p = b;
    __syncthreads();
    b[i] = p[i + 2];
}
__global__ void assigned_anew(const float *__restrict__ a, const float *__restrict__ c, float *__restrict__ b, bool f)
{
    int i = threadIdx.x;
    const float *p = b;
    float w = *p;
    if (f)
        p = a;
    else
        p = c;
    b[i] = p[i] + w;
}
__global__ void two_inputs(const float *__restrict__ a, const float *__restrict__ c, float *__restrict__ b, bool f)
{
    const float *p = f ? a : c;
    b[threadIdx.x] = p[threadIdx.x];
}
__global__ void two_outputs(const float *__restrict__ a, float *b, float *c, bool f)
{
    float *p = f ? b : c;
    p[threadIdx.x] = a[threadIdx.x];
}
