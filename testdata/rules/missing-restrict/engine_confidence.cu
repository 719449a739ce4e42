// How sure a finding is: proven where no other file can launch the kernel and every launch passes separate memory.
#include <cuda_runtime.h>

static __global__ void own(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; } // want "^proven: kernel parameter in is only read, but not const __restrict__: its load cannot use the read-only path$"
namespace {
__global__ void hidden(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; } // want "^proven: "
} // namespace
static __global__ void given(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; } // want "^likely: "
__global__ void of_all(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; } // want "^likely: "
static __global__ void never(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; } // want "^likely: "

void launches(float *from, float *to)
{
    float *a, *b;
    cudaMalloc(&a, 128);
    cudaMalloc(&b, 128);
    own<<<1, 32>>>(a, b);
    hidden<<<1, 32>>>(a, b);
    given<<<1, 32>>>(from, to);
    of_all<<<1, 32>>>(a, b);
    cudaFree(a);
    cudaFree(b);
}

// What the message says of loops.
__global__ void loops(
    const float *in,    // want ": kernel parameter in is only read, but not const __restrict__: its load cannot use the read-only path or move across the stores to out in the loop on line 34$"
    const float *scale, // want "its 2 loads cannot use the read-only path and are repeated after each store to out in the loop on line 34$"
    const float *bias,  // want "its 2 loads cannot use the read-only path, and 1 of them cannot move across the stores to out in the loop on line 34$"
    const float *mixed, // want "its 2 loads cannot use the read-only path, and 1 of them is repeated after each store to out in the loop on line 34$"
    const float *one,   // want "its load cannot use the read-only path and is repeated after each store to out in the loop on line 34$"
    float *out, float *last, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i] * scale[0] + scale[1] + bias[i] + mixed[i] * mixed[threadIdx.x] + *one;
    last[n] = bias[n];
}
__global__ void walks(const float *in, float *out, int n) // want "its load cannot use the read-only path or move across the stores to out in the loop on line 40$"
{
    for (int i = 0; i < n; i++)
        *out++ = *in++;
}
// A line has room for three names.
__global__ void many(const float *in, float *a, float *b, float *c, float *d, float *e) // want "its load cannot use the read-only path and is repeated after each store to a, b, c and 2 more in the loop on line 46$"
{
    for (int i = 0; i < 9; i++)
        a[i] = b[i] = c[i] = d[i] = e[i] = in[threadIdx.x];
}
// What heads the loop is out of sight, or the index is loaded.
#define EACH(i, n) for (int i = threadIdx.x; i < n; i += blockDim.x)
__global__ void headed(const float *in, float *out, int n) // want "its load cannot use the read-only path( or move across the stores to out in the loop on line 53)?$"
{
    EACH(i, n) { out[i] = in[i]; }
}
__device__ bool advance(int *state);
__global__ void stateful(const float *in, float *out) // want "its load cannot use the read-only path or move across the stores to out in the loop on line 59$"
{
    int state[2] = {0, 0};
    for (; advance(state);)
        out[threadIdx.x] += in[state[0]];
}
