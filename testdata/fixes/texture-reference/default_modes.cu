// Normalised coordinates, and no address mode set: a reference clamps by default.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> ramp;

__global__ void shade(float* color, const float* value, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) color[i] = tex1D(ramp, value[i]);
}

int main() {
    const int kEntries = 32, kPoints = 200;
    float table[kEntries], value[kPoints], color[kPoints];
    for (int i = 0; i < kEntries; ++i) table[i] = 100.0f - i * i;
    for (int i = 0; i < kPoints; ++i) value[i] = -1.0f + 3.0f * i / kPoints + 0.001f;
    cudaArray_t array;
    cudaMallocArray(&array, &ramp.channelDesc, kEntries, 1);
    cudaMemcpy2DToArray(array, 0, 0, table, sizeof(table), sizeof(table), 1, cudaMemcpyHostToDevice);
    ramp.normalized = true;
    cudaBindTextureToArray(ramp, array);
    float *d_value, *d_color;
    cudaMalloc(&d_value, sizeof(value));
    cudaMalloc(&d_color, sizeof(color));
    cudaMemcpy(d_value, value, sizeof(value), cudaMemcpyHostToDevice);
    shade<<<(kPoints + 63) / 64, 64>>>(d_color, d_value, kPoints);
    cudaMemcpy(color, d_color, sizeof(color), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < kPoints; ++i) {
        float x = value[i] * kEntries;
        int k = x < 0 ? 0 : x >= kEntries ? kEntries - 1 : (int)x;
        if (table[k] != color[i]) ++bad;
    }
    cudaFree(d_value);
    cudaFree(d_color);
    cudaUnbindTexture(ramp);
    cudaFreeArray(array);
    if (bad) printf("FAIL %d of %d\n", bad, kPoints);
    else puts("OK");
    return bad ? 1 : 0;
}
