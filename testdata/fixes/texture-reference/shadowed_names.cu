// The names of the references are also names of parameters and locals elsewhere.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> src;
texture<int, 1, cudaReadModeElementType> map;

static __device__ float pick(int i) { return tex1Dfetch(src, tex1Dfetch(map, i)); }

__device__ float scale(float src, float map) { return src * map; }

__global__ void move(float *dst, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int map = 0; map < 1; map++)
        if (i < n) dst[i] = scale(pick(i), 2.0f);
}

static void run(float *dst, const float *src, const int *map, int n)
{
    move<<<(n + 31) / 32, 32>>>(dst, n);
    (void)src;
    (void)map;
}

static void bindAll(float *src, int *map, size_t n)
{
    cudaBindTexture(0, ::src, src, n * sizeof(float));
    cudaBindTexture(0, ::map, map, n * sizeof(int));
}

int main()
{
    const int n = 90;
    float s[n], out[n], *ds, *dst;
    int m[n], *dm;
    for (int i = 0; i < n; i++) { s[i] = i + 0.5f; m[i] = (i * 11) % n; }
    cudaMalloc(&ds, sizeof(s));
    cudaMalloc(&dm, sizeof(m));
    cudaMalloc(&dst, sizeof(out));
    cudaMemcpy(ds, s, sizeof(s), cudaMemcpyHostToDevice);
    cudaMemcpy(dm, m, sizeof(m), cudaMemcpyHostToDevice);
    bindAll(ds, dm, n);
    run(dst, ds, dm, n);
    cudaMemcpy(out, dst, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(src);
    cudaUnbindTexture(map);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != 2 * s[m[i]];
    cudaFree(ds);
    cudaFree(dm);
    cudaFree(dst);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
