// Macros around fetches: one names the reference, one takes it, one takes the fetch's name too.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> img;
texture<float, 1, cudaReadModeElementType> row;

#define PIXEL(x, y) tex2D(img, (x) + 0.5f, (y) + 0.5f)
#define FETCH(t, i) tex1Dfetch(t, i)
#define LOAD(fetch, ref, ...) fetch(ref, __VA_ARGS__)

__global__ void median(float *out, int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    float a = PIXEL(x - 1, y), b = PIXEL(x, y), c = LOAD(tex2D, img, x + 1.5f, y + 0.5f);
    float m = fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
    out[y * w + x] = m + FETCH(row, x);
}

int main()
{
    const int w = 33, h = 9;
    static float in[h][w], line[w], out[h][w];
    for (int i = 0; i < w * h; i++) in[i / w][i % w] = (float)((i * 41) % 67);
    for (int i = 0; i < w; i++) line[i] = 100.0f * i;
    cudaArray *array;
    cudaMallocArray(&array, &img.channelDesc, w, h);
    cudaMemcpy2DToArray(array, 0, 0, in, w * 4, w * 4, h, cudaMemcpyHostToDevice);
    float *d_line, *d_out;
    cudaMalloc(&d_line, sizeof(line));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_line, line, sizeof(line), cudaMemcpyHostToDevice);
    cudaBindTextureToArray(img, array);
    cudaBindTexture(NULL, row, d_line, sizeof(line));
    median<<<h, w>>>(d_out, w);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float a = in[y][x ? x - 1 : 0], b = in[y][x], c = in[y][x < w - 1 ? x + 1 : x], t;
            if (a > b) { t = a; a = b; b = t; }
            if (b > c) b = c;
            if (a > b) b = a;
            bad += out[y][x] != b + line[x];
        }
    cudaUnbindTexture(img);
    cudaUnbindTexture(row);
    cudaFreeArray(array);
    cudaFree(d_line);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
