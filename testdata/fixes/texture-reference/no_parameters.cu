// Kernels without parameters, and with (void); results in device variables; addresses of kernels elsewhere.
#include <cstdio>
#include <cuda_runtime.h>

#define N 96

texture<float, 1, cudaReadModeElementType> input;
__device__ float first[N], second[N];

__device__ float current() { return tex1Dfetch(input, threadIdx.x); }
static __device__ float next(void) { return tex1Dfetch(input, (threadIdx.x + 1) % N); }

__global__ void differences()
{
    first[threadIdx.x] = next() - current();
}

__global__ void sums(void)
{
    second[threadIdx.x] = next() + current();
}

int main()
{
    float in[N], a[N], b[N], *dev;
    for (int i = 0; i < N; i++) in[i] = (float)(i * i % 37);
    cudaMalloc(&dev, sizeof(in));
    cudaMemcpy(dev, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaFuncSetCacheConfig(differences, cudaFuncCachePreferL1);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, (const void *)sums);
    cudaBindTexture(0, input, dev, sizeof(in));
    differences<<<1, N>>>();
    sums<<<dim3(1), dim3(N), 0, 0>>>( );
    cudaMemcpyFromSymbol(a, first, sizeof(a));
    cudaMemcpyFromSymbol(b, second, sizeof(b));
    cudaUnbindTexture(input);
    int bad = cudaGetLastError() != cudaSuccess || attributes.maxThreadsPerBlock < N;
    for (int i = 0; i < N; i++) {
        bad += a[i] != in[(i + 1) % N] - in[i];
        bad += b[i] != in[(i + 1) % N] + in[i];
    }
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * N);
    return bad != 0;
}
