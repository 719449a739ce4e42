// Arms that open one initialiser: only one of them is in the syntax tree, and both change.

#include <cstdio>

#ifdef DIRECT
static __constant__ int order[128] = {
#else
static __constant__ int order[128];
static const int order_host[128] = {
#endif
    7, 6, 5, 4, 3, 2, 1, 0
};

__global__ void reorder(int *out, int turns)
{
    int sum = 0;
    for (int k = 0; k < turns; k++)
        sum = (sum + order[(threadIdx.x + sum) & 127]) & 127;
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

int main()
{
#ifndef DIRECT
    cudaMemcpyToSymbol(order, order_host, sizeof(order));
#endif
    const int n = 1024 * 128;
    static int host[n];
    int *out, wrong = 0;
    cudaMalloc(&out, sizeof(host));
    reorder<<<1024, 128>>>(out, 16);
    cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < 16; k++)
            sum = (sum + order_host[(i + sum) & 127]) & 127;
        wrong += host[i] != sum;
    }
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaFree(out);
    return wrong != 0;
}
