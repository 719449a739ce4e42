#include <cstdio>
#include "kernels.h"

enum { W = 48, H = 33 };
static unsigned char image[H][W];
static short out[H][W];

static int at(int x, int y)
{
    return image[y < 0 ? 0 : y >= H ? H - 1 : y][x < 0 ? 0 : x >= W ? W - 1 : x];
}

int main()
{
    for (int i = 0; i < W * H; i++)
        image[i / W][i % W] = (unsigned char)(i * i);
    cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned char>();
    cudaArray *array;
    cudaMallocArray(&array, &d, W, H);
    cudaMemcpy2DToArray(array, 0, 0, image, W, W, H, cudaMemcpyHostToDevice);
    short *dev;
    cudaMalloc((void **)&dev, sizeof(out));
    setImage(array);
    sobel<<<dim3(3, 3), dim3(16, 16)>>>(dev, W, H);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    dropImage();
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int want = at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
            bad += out[y][x] != want;
        }
    cudaFree(dev);
    cudaFreeArray(array);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, W * H);
    return bad != 0;
}
