// A helper sets the fields, for two references.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> left_image;
texture<float, 2, cudaReadModeElementType> right_image;

static void configure(textureReference *t, bool wrap)
{
    t->normalized = 1;
    t->filterMode = cudaFilterModePoint;
    t->addressMode[0] = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
    t->addressMode[1] = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
}

__global__ void match(float *out, int n)
{
    float u = ((int)threadIdx.x - 3 + 0.5f) / n, v = (blockIdx.x - 2.0f + 0.5f) / n;
    out[blockIdx.x * blockDim.x + threadIdx.x] = tex2D(left_image, u, v) * 1000 + tex2D(right_image, u, v);
}

int main()
{
    const int n = 16, m = n + 6;
    float a[n][n], b[n][n], out[m][m], *dev;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) { a[y][x] = x + y; b[y][x] = x * y; }
    cudaArray_t aa, ba;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaMallocArray(&aa, &d, n, n);
    cudaMallocArray(&ba, &d, n, n);
    cudaMemcpy2DToArray(aa, 0, 0, a, n * 4, n * 4, n, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(ba, 0, 0, b, n * 4, n * 4, n, cudaMemcpyHostToDevice);
    configure(&left_image, true);
    configure(&right_image, false);
    cudaBindTextureToArray(left_image, aa);
    cudaBindTextureToArray(right_image, ba);
    cudaMalloc(&dev, sizeof out);
    match<<<m, m>>>(dev, n);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < m; y++)
        for (int x = 0; x < m; x++) {
            int wx = (x - 3 + n) % n, wy = (y - 2 + n) % n;
            int cx = x - 3 < 0 ? 0 : x - 3 >= n ? n - 1 : x - 3, cy = y - 2 < 0 ? 0 : y - 2 >= n ? n - 1 : y - 2;
            bad += out[y][x] != a[wy][wx] * 1000 + b[cy][cx];
        }
    cudaUnbindTexture(left_image);
    cudaUnbindTexture(right_image);
    cudaFreeArray(aa);
    cudaFreeArray(ba);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, m * m);
    return bad != 0;
}
