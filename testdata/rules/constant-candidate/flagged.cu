// Small buffers that all lanes read at literal offsets.
#include <cuda_runtime.h>

__global__ void fir(const float *__restrict__ in, const float *__restrict__ taps, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 21; k++)
        sum += taps[k] * in[i + k]; // want `likely: all lanes read taps at the same literal offsets, 21 loads per thread: from constant memory \(84 bytes\) instructions would take them as operands, without a load`
    out[i] = sum;
}
__global__ void transform(const float *m, const float4 *p, float4 *q)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = p[i];
    q[i] = make_float4(m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3] * v.w, // want `likely: all lanes read m at the same literal offsets, 16 loads per thread: from constant memory \(64 bytes\)`
                       m[4] * v.x + m[5] * v.y + m[6] * v.z + m[7] * v.w,
                       m[8] * v.x + m[9] * v.y + m[10] * v.z + m[11] * v.w,
                       m[12] * v.x + m[13] * v.y + m[14] * v.z + m[15] * v.w);
}
#define CHECK(x) do { if ((x) != cudaSuccess) fail(#x); } while (0)
void fail(const char *);
void run(const float *h_taps, const float *h_m, const float *in, float *out, const float4 *p, float4 *q, int n)
{
    float *taps, *m;
    cudaMalloc(&taps, 21 * sizeof(float));
    cudaMalloc(&m, 16 * sizeof(float));
    cudaMemcpy(taps, h_taps, 21 * sizeof(float), cudaMemcpyHostToDevice);
    CHECK(cudaMemcpy(m, h_m, 16 * sizeof(float), cudaMemcpyHostToDevice));
    fir<<<65536, 256>>>(in, taps, out, n);
    transform<<<65536, 256>>>(m, p, q);
}
