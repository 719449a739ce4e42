// Lambdas in a kernel that fetch: with and without a capture.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 1> a_tex, b_tex;

template <class F>
__device__ float twice(F f, int i) { return f(i) + f(i + 1); }

__global__ void apply(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto a = [](int k) { return tex1Dfetch(a_tex, k); };
    auto b = [&](int k) { return k < n ? tex1Dfetch(b_tex, k) : 0.0f; };
    if (i < n) out[i] = twice(a, i) * b(i) + twice(b, i);
}

int main()
{
    const int n = 120;
    float a[n + 1], b[n], out[n], *da, *db, *dout;
    for (int i = 0; i <= n; i++) a[i] = i % 7;
    for (int i = 0; i < n; i++) b[i] = i % 5 - 2;
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaBindTexture(0, a_tex, da, sizeof(a));
    cudaBindTexture(0, b_tex, db, sizeof(b));
    apply<<<(n + 31) / 32, 32>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(a_tex);
    cudaUnbindTexture(b_tex);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != (a[i] + a[i + 1]) * b[i] + b[i] + (i + 1 < n ? b[i + 1] : 0);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
