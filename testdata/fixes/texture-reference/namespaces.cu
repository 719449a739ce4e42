// References of the same name in two namespaces and an unnamed one.
#include <cstdio>
#include <cuda_runtime.h>

namespace grid {
texture<float, 1, cudaReadModeElementType> data;
__device__ float at(int i) { return tex1Dfetch(data, i); }
namespace detail {
texture<int, 1, cudaReadModeElementType> data;
inline __device__ int at(int i) { return tex1Dfetch(data, i) + 1; }
}
}

namespace {
texture<float, 1, cudaReadModeElementType> data;

__global__ void combine(float *out, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = grid::at(i) * grid::detail::at(i) + tex1Dfetch(data, n - 1 - i) + tex1Dfetch(grid::data, 0);
}
}

int main() {
    const int n = 100;
    float a[n], c[n], out[n], *da, *dc, *dout;
    int b[n], *db;
    for (int i = 0; i < n; i++) { a[i] = 3 + i; b[i] = i * 2; c[i] = -i; }
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dc, sizeof(c));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, c, sizeof(c), cudaMemcpyHostToDevice);
    cudaBindTexture(0, grid::data, da, sizeof(a));
    cudaBindTexture(0, grid::detail::data, db, sizeof(b));
    cudaBindTexture(0, ::data, dc, sizeof(c));
    combine<<<1, 128>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(grid::data);
    cudaUnbindTexture(grid::detail::data);
    cudaUnbindTexture(::data);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != a[i] * (b[i] + 1) + c[n - 1 - i] + a[0];
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
