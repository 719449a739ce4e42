// Kernels of other shapes: where the qualifier is, how the store is done.

// Only the pointer that is read is restrict: what it reads may not change by any other pointer.
__global__ void read_restrict(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
// Only the pointer that is written is restrict.
__global__ void write_restrict(const float *in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
// Not const.
__global__ void not_const(float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
// Both written.
__global__ void both_written(float *__restrict__ sum, float *__restrict__ difference, float a, float b)
{
    sum[threadIdx.x] = a + b;
    difference[255 - threadIdx.x] = a - b;
}
// By atomics.
__global__ void bins(const int *__restrict__ keys, int *__restrict__ counts) { atomicAdd(&counts[keys[threadIdx.x] & 255], 1); }
// By a function.
__device__ void put(float *p, float v) { *p = v; }
__global__ void by_callee(const float *__restrict__ in, float *__restrict__ out) { put(out + threadIdx.x, in[threadIdx.x + 1]); }
// By a local pointer.
__global__ void by_local(const float *__restrict__ in, float *__restrict__ out)
{
    float *p = out + threadIdx.x;
    const float *q = in + 1;
    *p = q[threadIdx.x];
}
// Three pointers, the last of which is the second.
__global__ void add(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    c[threadIdx.x] = a[threadIdx.x] + b[255 - threadIdx.x];
}
// A template.
template <typename T> __global__ void typed(const T *__restrict__ in, T *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
// A macro for the qualifier, and the shorter spelling.
#define RESTRICT __restrict__
__global__ void by_macro(const float *RESTRICT in, float *RESTRICT out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
__global__ void by_short(const float *__restrict in, float *__restrict out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
// Two types.
__global__ void convert(const int *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
// Sparse: the vector is result and input.
__global__ void spmv(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value,
                     const float *__restrict__ x, float *__restrict__ y, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n)
        return;
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; k++)
        s += value[k] * x[column[k]];
    y[r] = s;
}

void launches(float *p, float *q, int *k, int *m)
{
    read_restrict<<<1, 256>>>(p, p); // want "(proven|likely): "
    write_restrict<<<1, 256>>>(p, p); // want "(proven|likely): "
    not_const<<<1, 256>>>(p, p); // want "(proven|likely): "
    both_written<<<1, 256>>>(p, p, 1, 2); // want "(proven|likely): "
    bins<<<1, 256>>>(k, k); // want "(proven|likely): "
    by_callee<<<1, 256>>>(p, p); // want "(proven|likely): "
    by_local<<<1, 256>>>(p, p); // want "(proven|likely): "
    add<<<1, 256>>>(q, p, p); // want "(proven|likely): "
    typed<<<1, 256>>>(p, p); // want "(proven|likely): "
    typed<int><<<1, 256>>>(k, k); // want "(proven|likely): "
    by_macro<<<1, 256>>>(p, p); // want "(proven|likely): "
    by_short<<<1, 256>>>(p, p); // want "(proven|likely): "
    convert<<<1, 256>>>(k, reinterpret_cast<float *>(k)); // want "(proven|likely): "
    spmv<<<4, 256>>>(k, m, q, p, p, 1024); // want "(proven|likely): "
}

// These are right.
void right(float *p, float *q, float *r, int *k, int *m)
{
    add<<<1, 256>>>(q, q, p);
    typed<<<1, 256>>>(p, q);
    bins<<<1, 256>>>(k, m);
    spmv<<<4, 256>>>(k, m, q, p, r, 1024);
}
