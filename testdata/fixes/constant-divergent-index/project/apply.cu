#include "tables.cuh"
#include <cstdio>

__global__ void apply(float *out, const float *in)
{
    int i = blockIdx.x * TABLE + threadIdx.x;
    out[i] = weigh(in[i]) * tables::window[TABLE - 1 - threadIdx.x];
}

__global__ void reorder(float *out, const float *in)
{
    using namespace tables;
    out[blockIdx.x * TABLE + threadIdx.x] = in[blockIdx.x * TABLE + order[threadIdx.x]];
}

int main()
{
    const int blocks = 1024, n = blocks * TABLE;
    float window[TABLE];
    int order[TABLE];
    for (int i = 0; i < TABLE; i++) {
        window[i] = 1 + i % 7;
        order[i] = (i * 5 + 3) % TABLE;
    }
    fill(window, order);
    float *in, *out;
    cudaMallocManaged(&in, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++)
        in[i] = i % 1000;
    apply<<<1024, TABLE>>>(out, in);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i] * window[i % TABLE] * window[TABLE - 1 - i % TABLE];
    reorder<<<1024, TABLE>>>(out, in);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        wrong += out[i] != in[i / TABLE * TABLE + order[i % TABLE]];
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
