// Launches in sight that pass different buffers.
#include <cstdlib>

__global__ void copy(
    const float *src1, // want "(proven|likely): .*\bsrc1\b"
    float *dst1, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        dst1[i] = src1[i];
}

void two_allocations(int n)
{
    float *a, *b;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc((void **)&b, n * sizeof(float));
    copy<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaFree(a);
    cudaFree(b);
}

// Two inputs may be one buffer: nothing is written through either.
__global__ void product(
    const float *lhs, // want "(proven|likely): .*\blhs\b"
    const float *rhs, // want "(proven|likely): .*\brhs\b"
    float *res)
{
    int i = threadIdx.x;
    res[i] = lhs[i] * rhs[i];
}

void square()
{
    float *x, *y;
    cudaMalloc(&x, 1024);
    cudaMalloc(&y, 1024);
    product<<<1, 256>>>(x, x, y);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}

// Variables of the device.
__device__ float device_a[256], device_b[256];
__global__ void doubled(
    const float *src2, // want "(proven|likely): .*\bsrc2\b"
    float *dst2)
{
    dst2[threadIdx.x] = 2 * src2[threadIdx.x];
}
void from_symbols()
{
    float *a, *b;
    cudaGetSymbolAddress((void **)&a, device_a);
    cudaGetSymbolAddress((void **)&b, device_b);
    doubled<<<1, 256>>>(a, b);
}

// Members of one struct are different pointers as long as each has its own allocation.
struct Buffers {
    float *in, *out;
};
__global__ void tripled(
    float *src3, // want "(proven|likely): .*\bsrc3\b"
    float *dst3)
{
    dst3[threadIdx.x] = 3 * src3[threadIdx.x];
}
void from_members()
{
    Buffers b;
    cudaMalloc(&b.in, 1024);
    cudaMalloc(&b.out, 1024);
    tripled<<<1, 256>>>(b.in, b.out);
}

// Many launches, of one pair.
__global__ void step(
    const double *current, // want "(proven|likely): .*\bcurrent\b"
    double *change)
{
    change[threadIdx.x] = current[threadIdx.x + 1] - current[threadIdx.x];
}
void repeat(int steps)
{
    double *c, *d;
    cudaMallocManaged(&c, 4096);
    cudaMallocManaged(&d, 4096);
    for (int s = 0; s < steps; s++)
        step<<<1, 256>>>(c, d);
    void *arguments[] = {&c, &d};
    cudaLaunchKernel((void *)step, dim3(1), dim3(256), arguments, 0, nullptr);
}

// No buffer to write to in some launches.
__global__ void maybe(
    const int *keys, // want "(proven|likely): .*\bkeys\b"
    int *log, int *sums)
{
    if (log)
        log[threadIdx.x] = keys[threadIdx.x];
    atomicAdd(sums, keys[threadIdx.x]);
}
void maybe_logged()
{
    int *k, *l, *s;
    cudaMalloc(&k, 1024);
    cudaMalloc(&l, 1024);
    cudaMalloc(&s, 4);
    maybe<<<1, 256>>>(k, nullptr, s);
    maybe<<<1, 256>>>(k, l, s);
}
