// Default arguments, in a declaration and in a definition; parameter packs.
#include <cstdio>
#include <cuda_runtime.h>

texture<int, 1> numbers;

__device__ int window(int i, int radius = 1, int step = 1);

__device__ int scaled(int i, int factor = 3) { return factor * tex1Dfetch(numbers, i); }

template <typename... Rest>
__device__ int total(int i, Rest... rest) { return tex1Dfetch(numbers, i) + (0 + ... + rest); }

__global__ void compute(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = window(i) + window(i, 2) + window(i, 1, 2) + scaled(i) + scaled(i, 5) + total(i) + total(i, 1, 2);
}

__device__ int window(int i, int radius, int step)
{
    int s = 0;
    for (int k = -radius; k <= radius; k++) s += tex1Dfetch(numbers, i + k * step);
    return s;
}

int main()
{
    const int n = 70;
    int in[n], out[n], *din, *dout;
    for (int i = 0; i < n; i++) in[i] = i * 5 % 23;
    cudaMalloc(&din, sizeof(in));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaBindTexture(0, numbers, din, sizeof(in));
    compute<<<1, 128>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(numbers);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        int want = 0;
        // outside of the memory a fetch gives 0
#define AT(k) ((k) < 0 || (k) >= n ? 0 : in[k])
        for (int k = -1; k <= 1; k++) want += AT(i + k) + AT(i + 2 * k);
        for (int k = -2; k <= 2; k++) want += AT(i + k);
        want += 8 * in[i] + in[i] + in[i] + 3;
        bad += out[i] != want;
    }
    cudaFree(din);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
