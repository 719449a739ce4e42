// Device functions with the same name, methods of structs that kernels get by value, default arguments.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 2> field;
texture<float, 1> line;

__device__ float at(float x, float y) { return tex2D(field, x + 0.5f, y + 0.5f); }
__device__ float at(int i) { return tex1Dfetch(line, i); }
__device__ double at(double v) { return v; }

struct Probe {
    int x, y;
    __device__ float read() const { return at((float)x, (float)y) + at(x); }
    __device__ float around(int r = 1) const;
    __host__ __device__ int sum() const { return x + y; }
};

__device__ float Probe::around(int r) const
{
    return at((float)(x - r), (float)y) + at((float)(x + r), (float)y);
}

template <class P>
__global__ void __launch_bounds__(64) probe(float *out, P p)
{
    p.x = threadIdx.x;
    out[threadIdx.x] = p.read() + p.around() + (float)at(0.25) + p.sum();
}

int main()
{
    const int w = 48, h = 6;
    float f[h][w], l[w], out[w], *dl, *dout;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) f[y][x] = y * 100 + x;
    for (int x = 0; x < w; x++) l[x] = -3.0f * x;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, w, h);
    cudaMemcpy2DToArray(a, 0, 0, f, w * 4, w * 4, h, cudaMemcpyHostToDevice);
    cudaMalloc(&dl, sizeof(l));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dl, l, sizeof(l), cudaMemcpyHostToDevice);
    cudaBindTextureToArray(field, a);
    cudaBindTexture(NULL, line, dl, sizeof(l));
    Probe p = {0, 4};
    probe<Probe><<<1, w>>>(dout, p);
    probe<<<1, w>>>(dout, p);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int x = 0; x < w; x++) {
        float want = f[4][x] + l[x] + f[4][x ? x - 1 : 0] + f[4][x < w - 1 ? x + 1 : x] + 0.25f + x + 4;
        bad += out[x] != want;
    }
    cudaUnbindTexture(field);
    cudaUnbindTexture(line);
    cudaFreeArray(a);
    cudaFree(dl);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w);
    return bad != 0;
}
