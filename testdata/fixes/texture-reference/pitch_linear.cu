// An image in pitched memory, bilinear, clamped.
#include <stdio.h>
#include <math.h>
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> texRef;

__global__ void zoom(float *out, int w, int h, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = tex2D(texRef, x * scale + 0.5f, y * scale + 0.5f);
}

int main()
{
    const int sw = 50, sh = 30, w = 100, h = 60;
    static float src[sh][sw], dst[h][w];
    for (int i = 0; i < sw * sh; i++) src[i / sw][i % sw] = (float)((i * 13) % 64);

    float *d_src, *d_dst;
    size_t pitch;
    cudaMallocPitch((void **)&d_src, &pitch, sw * sizeof(float), sh);
    cudaMemcpy2D(d_src, pitch, src, sizeof(src[0]), sizeof(src[0]), sh, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&d_dst, sizeof(dst));

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    texRef.addressMode[0] = cudaAddressModeClamp;
    texRef.addressMode[1] = cudaAddressModeClamp;
    texRef.filterMode = cudaFilterModeLinear;
    texRef.normalized = 0;
    size_t offset = 0;
    cudaBindTexture2D(&offset, &texRef, d_src, &desc, sw, sh, pitch);
    zoom<<<dim3(7, 4), dim3(16, 16)>>>(d_dst, w, h, 0.5f);
    cudaUnbindTexture(&texRef);
    cudaMemcpy(dst, d_dst, sizeof(dst), cudaMemcpyDeviceToHost);

    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = x / 2, j = y / 2, i1 = i + 1 < sw ? i + 1 : i, j1 = j + 1 < sh ? j + 1 : j;
            float a = (x % 2) * 0.5f, b = (y % 2) * 0.5f;
            float want = (1 - a) * (1 - b) * src[j][i] + a * (1 - b) * src[j][i1] + (1 - a) * b * src[j1][i] + a * b * src[j1][i1];
            if (!(fabsf(want - dst[y][x]) < 0.1f)) bad++;
        }
    cudaFree(d_src);
    cudaFree(d_dst);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
