// What is bound depends on the arguments; early returns; a kernel through a pointer to function.
#include <cstdio>
#include <cuda_runtime.h>

texture<int, 1, cudaReadModeElementType> keys;

__global__ void ascending(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch(keys, i);
}

__global__ void descending(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch(keys, n - 1 - i);
}

static int *d_small, *d_large;

static int run(int *out, bool large, bool down, int n)
{
    if (large) {
        if (cudaBindTexture(0, keys, d_large, n * sizeof(int)) != cudaSuccess)
            return 1;
    } else
        cudaBindTexture(0, keys, d_small, n * sizeof(int));

    if (down)
        descending<<<1, 256>>>(out, n);
    else
        ascending<<<1, 256>>>(out, n);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        cudaUnbindTexture(keys);
        return 1;
    }
    cudaUnbindTexture(keys);
    return 0;
}

int main()
{
    const int n = 222;
    int a[n], b[n], out[n], *d_out, bad = 0;
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = 1000000 + i; }
    cudaMalloc(&d_small, sizeof(a));
    cudaMalloc(&d_large, sizeof(b));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_small, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(d_large, b, sizeof(b), cudaMemcpyHostToDevice);
    for (int c = 0; c < 4; c++) {
        bad += run(d_out, c & 1, c & 2, n);
        cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) bad += out[i] != (c & 1 ? b : a)[c & 2 ? n - 1 - i : i];
    }
    cudaFree(d_small);
    cudaFree(d_large);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 4 * n);
    return bad != 0;
}
