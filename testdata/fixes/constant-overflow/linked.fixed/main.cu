#include <cstdio>
#include "tables.cuh"

__global__ void apply(float *out, const int *index, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += weights[k] * lookup[index[i * n + k]];
    out[i] = sum;
}

int main()
{
    const int threads = 64 * 256, n = 4;
    static float table[9000], out[threads];
    static int index[threads * n];
    for (int i = 0; i < 9000; i++)
        table[i] = i % 100;
    for (int i = 0; i < threads * n; i++)
        index[i] = (i * 7) % 9000;
    float *outOnDevice;
    int *indexOnDevice;
    cudaMalloc(&outOnDevice, sizeof(out));
    cudaMalloc(&indexOnDevice, sizeof(index));
    cudaMemcpyToSymbol(weights, table, sizeof(table));
    cudaMemcpyToSymbol(lookup, table, sizeof(table));
    cudaMemcpy(indexOnDevice, index, sizeof(index), cudaMemcpyHostToDevice);
    apply<<<64, 256>>>(outOnDevice, indexOnDevice, n);
    cudaMemcpy(out, outOnDevice, sizeof(out), cudaMemcpyDeviceToHost);
    int wrong = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < threads; i++) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += table[k] * table[index[i * n + k]];
        wrong += out[i] != sum;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
