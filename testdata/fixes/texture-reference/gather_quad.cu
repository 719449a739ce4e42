// tex2Dgather: the four texels around a point.
#include <cstdio>
#include <cuda_runtime.h>

texture<unsigned int, 2> grid_tex;

__global__ void corners(uint4* out, int n) {
    int x = threadIdx.x, y = blockIdx.x;
    out[y * n + x] = tex2Dgather(grid_tex, x + 1.0f, y + 1.0f, 0);
}

int main() {
    const int side = 12, n = side - 1;
    unsigned int in[side][side];
    uint4 out[n][n], *dev;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) in[y][x] = 100 * y + x;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned int>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, side, side, cudaArrayTextureGather);
    cudaMemcpy2DToArray(a, 0, 0, in, sizeof in[0], sizeof in[0], side, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(grid_tex, a, d);
    cudaMalloc(&dev, sizeof out);
    corners<<<n, n>>>(dev, n);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            uint4 o = out[y][x];
            // in the order (0,1), (1,1), (1,0), (0,0)
            if (o.x != in[y + 1][x] || o.y != in[y + 1][x + 1] || o.z != in[y][x + 1] || o.w != in[y][x]) bad++;
        }
    cudaUnbindTexture(grid_tex);
    cudaFreeArray(a);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n * n);
    return bad != 0;
}
