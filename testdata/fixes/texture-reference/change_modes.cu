// One reference, bound twice with other settings between; a bind over a live bind without an unbind.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> t;

__global__ void read(float *out, float start, float step, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = tex1D(t, start + i * step);
}

static float line[8] = {1, 4, 9, 16, 25, 36, 49, 64}, other[8] = {-1, -2, -3, -4, -5, -6, -7, -8};

int main()
{
    const int n = 40;
    float out[3][n], *dev;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray *a, *b;
    cudaMallocArray(&a, &desc, 8, 1);
    cudaMallocArray(&b, &desc, 8, 1);
    cudaMemcpyToArray(a, 0, 0, line, sizeof(line), cudaMemcpyHostToDevice);
    cudaMemcpyToArray(b, 0, 0, other, sizeof(other), cudaMemcpyHostToDevice);
    cudaMalloc((void **)&dev, sizeof(out));

    t.filterMode = cudaFilterModePoint;
    t.addressMode[0] = cudaAddressModeClamp;
    cudaBindTextureToArray(t, a);
    read<<<1, 64>>>(dev, -3.5f, 0.5f, n);
    cudaUnbindTexture(t);

    t.filterMode = cudaFilterModeLinear;
    cudaBindTextureToArray(t, a);
    read<<<1, 64>>>(dev + n, -3.5f, 0.5f, n);
    // no unbind: the next bind takes its place
    t.normalized = true;
    t.addressMode[0] = cudaAddressModeWrap;
    t.filterMode = cudaFilterModePoint;
    cudaBindTextureToArray(t, b);
    read<<<1, 64>>>(dev + 2 * n, -3.5f / 8, 0.5f / 8, n);
    cudaUnbindTexture(t);

    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        float x = -3.5f + i * 0.5f;
        int k = (int)floorf(x), c = k < 0 ? 0 : k > 7 ? 7 : k;
        if (out[0][i] != line[c]) bad++;
        int j = (int)floorf(x - 0.5f), j0 = j < 0 ? 0 : j > 7 ? 7 : j, j1 = j + 1 < 0 ? 0 : j + 1 > 7 ? 7 : j + 1;
        float f = x - 0.5f - j;
        if (!(fabsf(out[1][i] - (line[j0] * (1 - f) + line[j1] * f)) < 0.1f)) bad++;
        if (out[2][i] != other[(k % 8 + 8) % 8]) bad++;
    }
    cudaFreeArray(a);
    cudaFreeArray(b);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
