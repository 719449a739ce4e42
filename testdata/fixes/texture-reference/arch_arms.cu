// Plain loads where the architecture caches them, textures on the old ones; the texture arm is taken here.
#include <cstdio>
#include <cuda_runtime.h>

#ifndef LDG_FROM
#define LDG_FROM 9999
#endif

texture<float2, 1, cudaReadModeElementType> tex_points;

__device__ __forceinline__ float2 point(const float2 *points, int i)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= LDG_FROM
    return __ldg(points + i);
#else
    return tex1Dfetch(tex_points, i);
#endif
}

__global__ void lengths(float *out, const float2 *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) {
        float2 a = point(points, i), b = point(points, i + 1);
        out[i] = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    }
}

int main()
{
    const int n = 201;
    static float2 p[n];
    static float out[n];
    for (int i = 0; i < n; i++) p[i] = make_float2(i * i % 50, i % 7);
    float2 *dp;
    float *dout;
    cudaMalloc(&dp, sizeof(p));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dp, p, sizeof(p), cudaMemcpyHostToDevice);
    cudaBindTexture(0, tex_points, dp, sizeof(p));
    lengths<<<2, 128>>>(dout, dp, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(tex_points);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i + 1 < n; i++) {
        float dx = p[i + 1].x - p[i].x, dy = p[i + 1].y - p[i].y;
        bad += out[i] != dx * dx + dy * dy;
    }
    cudaFree(dp);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n - 1);
    return bad != 0;
}
