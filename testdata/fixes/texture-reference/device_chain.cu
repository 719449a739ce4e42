// Fetches at the end of a chain of device functions, some declared before they are defined, one recursive.
#include <cstdio>
#include <cuda_runtime.h>

texture<int, 1, cudaReadModeElementType> next_tex;
texture<int, 1, cudaReadModeElementType> value_tex;

__device__ int walk(int node, int hops);
static __device__ __noinline__ int value(int node);

__device__ int sum(int node, int hops) { return hops == 0 ? value(node) : value(node) + walk(node, hops); }

__device__ int walk(int node, int hops)
{
    return sum(tex1Dfetch(next_tex, node), hops - 1);
}

static __device__ __noinline__ int value(int node) { return tex1Dfetch(value_tex, node); }

__device__ int unrelated(int x) { return x * 2; }

__global__ void lists(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = unrelated(sum(i, i % 9));
}

__global__ void values(int *out, int n)
{
    int i = threadIdx.x;
    for (; i < n; i += blockDim.x)
        out[i] += value(i);
}

int main()
{
    const int n = 150;
    int next[n], val[n], out[n], *d[3];
    for (int i = 0; i < n; i++) { next[i] = (i * 13 + 5) % n; val[i] = i * i; }
    for (int k = 0; k < 3; k++) cudaMalloc(&d[k], sizeof(next));
    cudaMemcpy(d[0], next, sizeof(next), cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], val, sizeof(val), cudaMemcpyHostToDevice);
    cudaBindTexture(0, next_tex, d[0], sizeof(next));
    cudaBindTexture(0, value_tex, d[1], sizeof(val));
    lists<<<3, 64>>>(d[2], n);
    values<<<1, 32>>>(d[2], n);
    cudaMemcpy(out, d[2], sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(next_tex);
    cudaUnbindTexture(value_tex);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        int want = 0, node = i;
        for (int h = i % 9; ; h--) {
            want += val[node];
            if (h == 0) break;
            node = next[node];
        }
        bad += out[i] != 2 * want + val[i];
    }
    for (int k = 0; k < 3; k++) cudaFree(d[k]);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
