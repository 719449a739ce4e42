// Doubles read as pairs of integers through a device function that takes the reference.
#include <cstdio>
#include <cuda_runtime.h>

texture<int2, 1, cudaReadModeElementType> tex_x;
texture<int2, 1, cudaReadModeElementType> tex_y;

__inline__ __device__ double fetch_double(texture<int2, 1> t, int i)
{
    int2 v = tex1Dfetch(t, i);
    return __hiloint2double(v.y, v.x);
}

__global__ void axpy(double *out, double a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = a * fetch_double(tex_x, i) + fetch_double(tex_y, n - 1 - i);
}

int main()
{
    const int n = 500;
    double x[n], y[n], out[n], *dx, *dy, *dout;
    for (int i = 0; i < n; i++) { x[i] = i / 3.0; y[i] = 1e9 - i; }
    cudaMalloc((void**)&dx, sizeof(x)); cudaMalloc((void**)&dy, sizeof(y)); cudaMalloc((void**)&dout, sizeof(out));
    cudaMemcpy(dx, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, sizeof(y), cudaMemcpyHostToDevice);
    size_t offset = 0;
    cudaBindTexture(&offset, tex_x, (int2*)dx, sizeof(x));
    cudaBindTexture(&offset, tex_y, (int2*)dy, sizeof(y));
    axpy<<<(n + 127) / 128, 128>>>(dout, 0.5, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(tex_x);
    cudaUnbindTexture(tex_y);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        double want = 0.5 * x[i] + y[n - 1 - i];
        if (!(out[i] - want < 1e-6 && want - out[i] < 1e-6)) bad++;
    }
    cudaFree(dx); cudaFree(dy); cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad > 0;
}
