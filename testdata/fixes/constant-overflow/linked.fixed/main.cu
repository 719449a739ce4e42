#include <cstdio>
#include "tables.cuh"

__global__ void apply(float *out, const int *index)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = weights[blockIdx.x] * lookup[index[i]];
}

int main()
{
    const int threads = 64 * 256;
    static float table[9000], out[threads];
    static int index[threads];
    for (int i = 0; i < 9000; i++)
        table[i] = i % 100;
    for (int i = 0; i < threads; i++)
        index[i] = (i * 7) % 9000;
    float *outOnDevice;
    int *indexOnDevice;
    cudaMalloc(&outOnDevice, sizeof(out));
    cudaMalloc(&indexOnDevice, sizeof(index));
    cudaMemcpyToSymbol(weights, table, sizeof(table));
    cudaMemcpyToSymbol(lookup, table, sizeof(table));
    cudaMemcpy(indexOnDevice, index, sizeof(index), cudaMemcpyHostToDevice);
    apply<<<64, 256>>>(outOnDevice, indexOnDevice);
    cudaMemcpy(out, outOnDevice, sizeof(out), cudaMemcpyDeviceToHost);
    int wrong = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < threads; i++)
        wrong += out[i] != table[i / 256] * table[index[i]];
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
