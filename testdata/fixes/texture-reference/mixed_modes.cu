// Another mode for each axis; settings through a pointer; read mode normalised with a filter.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

texture<short, 2, cudaReadModeNormalizedFloat> terrain;

__global__ void heights(float *out, int n)
{
    float u = -0.8f + 2.6f * (threadIdx.x + 0.5f) / n;
    float v = -0.7f + 2.4f * (blockIdx.x + 0.5f) / n;
    out[blockIdx.x * n + threadIdx.x] = tex2D(terrain, u, v);
}

static short land[8][16];

static float texel(int x, int y)
{
    x = ((x % 16) + 16) % 16;                 // wrapped
    y = ((y % 16) + 16) % 16;                 // mirrored, 8 high
    if (y >= 8) y = 15 - y;
    return land[y][x] / 32767.0f;
}

int main()
{
    const int n = 40;
    static float out[n][n];
    for (int i = 0; i < 128; i++) land[i / 16][i % 16] = (short)(20000 * sinf(i * 0.2f));
    textureReference *t = &terrain;
    t->normalized = 1;
    t->addressMode[0] = cudaAddressModeWrap;
    t->addressMode[1] = cudaAddressModeMirror;
    t->filterMode = cudaFilterModeLinear;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<short>();
    cudaArray_t array;
    cudaMallocArray(&array, &desc, 16, 8);
    cudaMemcpy2DToArray(array, 0, 0, land, 32, 32, 8, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(terrain, array, desc);
    float *dev;
    cudaMalloc(&dev, sizeof(out));
    heights<<<n, n>>>(dev, n);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float px = (-0.8f + 2.6f * (x + 0.5f) / n) * 16 - 0.5f, py = (-0.7f + 2.4f * (y + 0.5f) / n) * 8 - 0.5f;
            int i = (int)floorf(px), j = (int)floorf(py);
            float a = px - i, b = py - j;
            float want = (1 - a) * (1 - b) * texel(i, j) + a * (1 - b) * texel(i + 1, j) + (1 - a) * b * texel(i, j + 1) + a * b * texel(i + 1, j + 1);
            if (!(fabsf(want - out[y][x]) < 0.01f)) bad++;
        }
    cudaUnbindTexture(terrain);
    cudaFreeArray(array);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n * n);
    return bad != 0;
}
