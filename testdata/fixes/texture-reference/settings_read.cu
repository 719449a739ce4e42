// Settings are changed between binds and launches, and read back; a bind that fails is noticed.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> image;

__global__ void sample(float *out, int n, float scale)
{
    out[threadIdx.x] = tex2D(image, (threadIdx.x + 0.25f) * scale, 0.5f * scale);
}

static cudaError_t rebind(cudaArray_t array)
{
    if (image.filterMode == cudaFilterModeLinear)
        image.filterMode = cudaFilterModePoint;
    else
        image.filterMode = cudaFilterModeLinear;
    return cudaBindTextureToArray(image, array);
}

int main()
{
    const int n = 16;
    float in[n], out[3][n], *dev;
    for (int i = 0; i < n; i++) in[i] = i * 10;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &d, n, 1);
    cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in), sizeof(in), 1, cudaMemcpyHostToDevice);
    cudaMalloc(&dev, sizeof(out[0]));
    int bad = 0;
    bad += rebind(array) != cudaSuccess;  // linear
    sample<<<1, n>>>(dev, n, image.normalized ? 1.0f / n : 1.0f);
    cudaMemcpy(out[0], dev, sizeof(out[0]), cudaMemcpyDeviceToHost);
    bad += rebind(array) != cudaSuccess;  // points
    sample<<<1, n>>>(dev, n, image.normalized ? 1.0f / n : 1.0f);
    cudaMemcpy(out[1], dev, sizeof(out[1]), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(image);
    image.normalized = !image.normalized;
    bad += rebind(array) != cudaSuccess;  // linear, normalised
    sample<<<1, n>>>(dev, n, image.normalized ? 1.0f / n : 1.0f);
    cudaMemcpy(out[2], dev, sizeof(out[2]), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        float x = i - 0.25f, l = x < 0 ? 0 : x * 10;
        bad += !(fabsf(out[0][i] - l) < 0.1f);
        bad += out[1][i] != in[i];
    }
    // one row: in normalised coordinates 0.5 / n is not the middle of the row, which is clamped
    for (int i = 0; i < n; i++) bad += !(fabsf(out[2][i] - out[0][i]) < 0.1f);
    cudaUnbindTexture(image);
    cudaFreeArray(array);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
