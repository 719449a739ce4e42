// One-dimensional array, mirrored.
#include <cstdio>
#include <cuda_runtime.h>

const int N = 16, M = 80;
texture<int> line;

__global__ void unfold(int* out, int n, float step) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D(line, (i - n / 2 + 0.5f) * step);
}

int main() {
    int host[N], out[M];
    for (int i = 0; i < N; i++) host[i] = i * i - 7;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<int>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, N);
    cudaMemcpyToArray(a, 0, 0, host, sizeof host, cudaMemcpyHostToDevice);
    line.normalized = 1;
    line.addressMode[0] = cudaAddressModeMirror;
    cudaBindTextureToArray(line, a);
    int* dev;
    cudaMalloc(&dev, sizeof out);
    unfold<<<(M + 31) / 32, 32>>>(dev, M, 1.0f / N);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    int bad = cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < M; i++) {
        int k = i - M / 2;
        k = ((k % (2 * N)) + 2 * N) % (2 * N);
        if (k >= N) k = 2 * N - 1 - k;
        if (out[i] != host[k]) bad++;
    }
    cudaUnbindTexture(line);
    cudaFreeArray(a);
    cudaFree(dev);
    if (bad) { std::printf("FAIL %d of %d\n", bad, M); return 1; }
    std::printf("OK\n");
    return 0;
}
