// Buffers that are no better in constant memory, or cannot be there.
#include <cuda_runtime.h>

// A number of taps that the compiler does not know: constant memory is then read in a loop.
__global__ void fir_any(const float *__restrict__ in, const float *__restrict__ taps, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += taps[k] * in[i + k];
    out[i] = sum;
}
// A loop that is not unrolled.
__global__ void fir_rolled(const float *__restrict__ in, const float *__restrict__ taps, float *__restrict__ out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 21; k++)
        sum += taps[k] * in[i + k];
    out[i] = sum;
}
// Each block, or each lane, reads another part.
__global__ void by_block(const float *in, const float *rows, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += rows[blockIdx.x * 21 + k] * in[i + k];
    out[i] = sum;
}
__global__ void by_lane(const float *in, const float *rows, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += rows[threadIdx.x + k] * in[i + k];
    out[i] = sum;
}
// The kernel writes it.
__global__ void running(const float *in, float *state, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += state[k] * in[i + k];
    out[i] = sum;
    if (i == 0)
        state[0] = sum;
}
// A layer after the other, each with weights of its own.
__global__ void layer(const float *in, const float *weights, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += weights[k] * in[i + k];
    out[i] = sum;
}
// One read: it saves nothing.
__global__ void scale(const float *in, const float *factor, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = *factor * in[i];
}
// Too large.
__global__ void large(const float *in, const float *table, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + table[0] + table[20000] + table[40000];
}
// No launch in sight.
__global__ void library(const float *in, const float *taps, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += taps[k] * in[i + k];
    out[i] = sum;
}
// Where it belongs.
__constant__ float there[21];
__global__ void constant(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += there[k] * in[i + k];
    out[i] = sum;
}
// What another kernel computes.
__global__ void norm(const float *in, const float *sums, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * sums[0] + sums[1] + sums[2] + sums[3];
}
__global__ void norm_copied(const float *in, const float *sums, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] * sums[0] + sums[1] + sums[2] + sums[3];
}
__global__ void sum(const float *in, float *sums) { atomicAdd(&sums[threadIdx.x & 3], in[threadIdx.x]); }
void run(const float *h, const float *in, float *out, int n, float *w)
{
    float *taps, *sums, *device;
    cudaMalloc(&taps, 21 * sizeof(float));
    cudaMemcpy(taps, h, 21 * sizeof(float), cudaMemcpyHostToDevice);
    cudaMalloc(&sums, 16);
    cudaMemcpy(sums, h, 16, cudaMemcpyHostToDevice);
    sum<<<1, 256>>>(in, sums);
    norm<<<65536, 256>>>(in, sums, out);
    cudaMalloc(&device, 16);
    cudaMemcpy(device, in, 16, cudaMemcpyDeviceToDevice);
    norm_copied<<<65536, 256>>>(in, device, out);
    cudaMemcpy(w, h, 21 * sizeof(float), cudaMemcpyHostToDevice);
    fir_any<<<65536, 256>>>(in, taps, out, n);
    fir_rolled<<<65536, 256>>>(in, taps, out);
    by_block<<<65536, 256>>>(in, w, out);
    by_lane<<<65536, 256>>>(in, w, out);
    running<<<65536, 256>>>(in, taps, out);
    for (int l = 0; l < n; l++)
        layer<<<65536, 256>>>(in, w + 21 * l, out);
    scale<<<65536, 256>>>(in, taps, out);
    large<<<65536, 256>>>(in, w, out);
    constant<<<65536, 256>>>(in, out);
}
