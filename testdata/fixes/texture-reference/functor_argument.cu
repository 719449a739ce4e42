// A functor that fetches is passed to a kernel that knows nothing of textures.
#include <cstdio>
#include <cuda_runtime.h>

texture<float4, 1, cudaReadModeElementType> bodies;

struct Energy {
    float g;
    __device__ float operator()(int i) const {
        float4 b = tex1Dfetch(bodies, i);
        return g * b.w * b.y;
    }
};

struct Index {
    __device__ float operator()(int i) const { return i; }
};

template <class F>
__global__ void transform(float* out, int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = f(i);
}

int main() {
    const int n = 333;
    static float4 b[n];
    static float out[n];
    for (int i = 0; i < n; i++) b[i] = make_float4(0, i, 0, 2 + i % 5);
    float4* db;
    float* dout;
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    cudaBindTexture(0, bodies, db, sizeof(b));
    Energy e = {0.5f};
    int bad = 0;
    transform<<<4, 32>>>(dout, n, Index());
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) bad += out[i] != i;
    transform<<<4, 32>>>(dout, n, e);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(bodies);
    bad += cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != 0.5f * b[i].w * b[i].y;
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * n);
    return bad != 0;
}
