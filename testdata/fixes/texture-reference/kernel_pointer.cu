// Launches that do not name the kernel: through a pointer, and through cudaLaunchKernel.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> in;

__global__ void square(float *out, int n) { int i = threadIdx.x; if (i < n) out[i] = tex1Dfetch(in, i) * tex1Dfetch(in, i); }
__global__ void negate(float *out, int n) { int i = threadIdx.x; if (i < n) out[i] = -tex1Dfetch(in, i); }

typedef void (*kernel_t)(float *, int);

int main()
{
    const int n = 60;
    float x[n], out[n], *dx, *dout;
    for (int i = 0; i < n; i++) x[i] = i - 5;
    cudaMalloc(&dx, sizeof(x));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaBindTexture(0, in, dx, sizeof(x));
    int bad = 0;
    for (int c = 0; c < 2; c++) {
        kernel_t k = c ? square : negate;
        k<<<1, 64>>>(dout, n);
        cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) bad += out[i] != (c ? x[i] * x[i] : -x[i]);
    }
    int count = n;
    void *args[] = {&dout, &count};
    cudaLaunchKernel((const void *)square, dim3(1), dim3(64), args, 0, 0);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) bad += out[i] != x[i] * x[i];
    bad += cudaGetLastError() != cudaSuccess;
    cudaUnbindTexture(in);
    cudaFree(dx);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
