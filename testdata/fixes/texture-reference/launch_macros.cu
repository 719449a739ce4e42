// Kernels made by a macro, and launched by another.
#include <cstdio>
#include <cuda_runtime.h>

texture<float> operand;

#define UNARY(NAME, EXPR)                                    \
    __global__ void NAME(float *out, int n)                  \
    {                                                        \
        int i = blockIdx.x * blockDim.x + threadIdx.x;       \
        if (i < n) {                                         \
            float x = tex1Dfetch(operand, i);                \
            out[i] = EXPR;                                   \
        }                                                    \
    }

UNARY(squared, x * x)
UNARY(halved, x / 2)

__global__ void summed(float *out, int n, float c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += c * tex1Dfetch(operand, i);
}

#define LAUNCH(kernel, n, ...)                               \
    do {                                                     \
        kernel<<<((n) + 63) / 64, 64>>>(__VA_ARGS__);        \
        if (cudaGetLastError() != cudaSuccess) bad++;        \
    } while (0)

int main()
{
    const int n = 130;
    int bad = 0;
    float x[n], out[2][n], *dx, *dout;
    for (int i = 0; i < n; i++) x[i] = i - 20;
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dout, sizeof(x));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaBindTexture(0, operand, dx, sizeof(x));
    LAUNCH(squared, n, dout, n);
    LAUNCH(summed, n, dout, n, 3.0f);
    cudaMemcpy(out[0], dout, sizeof(x), cudaMemcpyDeviceToHost);
    LAUNCH(halved, n, dout, n);
    cudaMemcpy(out[1], dout, sizeof(x), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(operand);
    for (int i = 0; i < n; i++) {
        bad += out[0][i] != x[i] * x[i] + 3 * x[i];
        bad += out[1][i] != x[i] / 2;
    }
    cudaFree(dx);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * n);
    return bad != 0;
}
