// Binds without a size: the whole of the memory behind the pointer.
#include <cstdio>
#include <cuda_runtime.h>

texture<float> a_tex;
texture<unsigned char> b_tex;

__global__ void add(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch(a_tex, i) + tex1Dfetch(b_tex, i);
}

int main()
{
    const int n = 3000;
    static float a[n], out[n];
    static unsigned char b[n];
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = i * 3; }
    float *da, *dout;
    unsigned char *db;
    cudaMalloc((void**)&da, sizeof(a));
    cudaMalloc((void**)&db, sizeof(b));
    cudaMalloc((void**)&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaBindTexture(0, a_tex, da);
    cudaBindTexture(0, b_tex, db, cudaCreateChannelDesc<unsigned char>());
    add<<<n / 100, 100>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != a[i] + b[i];
    cudaUnbindTexture(a_tex);
    cudaUnbindTexture(b_tex);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
