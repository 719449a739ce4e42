// Rows of a matrix whose start is not aligned: the bind returns an offset, which the kernel adds.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> rowTex;

__global__ void reverseRow(float *out, int n, int first)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch(rowTex, first + n - 1 - i);
}

int main()
{
    const int rows = 9, cols = 53;
    float h[rows * cols], out[cols];
    for (int i = 0; i < rows * cols; i++) h[i] = 0.5f * i;
    float *d, *dout;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);

    int bad = 0;
    for (int r = 0; r < rows; r++) {
        size_t offset;
        cudaError_t status = cudaBindTexture(&offset, rowTex, d + r * cols, cols * sizeof(float));
        if (status != cudaSuccess) bad++;
        reverseRow<<<1, 64>>>(dout, cols, (int)(offset / sizeof(float)));
        cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
        cudaUnbindTexture(rowTex);
        for (int i = 0; i < cols; i++)
            if (out[i] != h[r * cols + cols - 1 - i]) bad++;
    }
    if (cudaGetLastError() != cudaSuccess) bad++;
    cudaFree(d);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, rows * cols);
    return bad != 0;
}
