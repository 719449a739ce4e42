// A surface bound anew for two arrays; written with each type of boundary; then read as a texture.
#include <cstdio>
#include <cuda_runtime.h>

surface<void, cudaSurfaceType2D> target;
texture<uchar4, 2, cudaReadModeElementType> result;

__global__ void fill(int w, int h, unsigned char tag)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    uchar4 v = make_uchar4(x, y, tag, 255);
    surf2Dwrite(v, target, x * sizeof(uchar4), y, cudaBoundaryModeZero);
}

__global__ void collect(uchar4 *out, int w)
{
    out[blockIdx.x * w + threadIdx.x] = tex2D(result, threadIdx.x, blockIdx.x);
}

int main()
{
    const int w = 30, h = 12;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<uchar4>();
    cudaArray_t arrays[2];
    static uchar4 out[2][h][w];
    uchar4 *dev;
    cudaMalloc(&dev, sizeof(out[0]));
    int bad = 0;
    for (int k = 0; k < 2; k++) {
        cudaMallocArray(&arrays[k], &d, w, h, cudaArraySurfaceLoadStore);
        if (cudaBindSurfaceToArray(target, arrays[k]) != cudaSuccess) bad++;
        fill<<<dim3(2, h), 16>>>(w, h, (unsigned char)(k + 1));
    }
    for (int k = 0; k < 2; k++) {
        cudaBindTextureToArray(result, arrays[k]);
        collect<<<h, w>>>(dev, w);
        cudaMemcpy(out[k], dev, sizeof(out[k]), cudaMemcpyDeviceToHost);
        cudaUnbindTexture(result);
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++) {
                uchar4 v = out[k][y][x];
                if (v.x != x || v.y != y || v.z != k + 1 || v.w != 255) bad++;
            }
    }
    bad += cudaGetLastError() != cudaSuccess;
    cudaFreeArray(arrays[0]);
    cudaFreeArray(arrays[1]);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * w * h);
    return bad != 0;
}
