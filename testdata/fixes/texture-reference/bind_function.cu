// Host functions that take a reference to bind or unbind it.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 1, cudaReadModeElementType> tex_a;
texture<float, 1, cudaReadModeElementType> tex_b;

void bind(texture<float, 1, cudaReadModeElementType> &t, const float *p, int n)
{
    t.filterMode = cudaFilterModePoint;
    cudaBindTexture(0, t, p, n * sizeof(float));
}

template <typename Tex>
void unbind(Tex &t)
{
    cudaUnbindTexture(t);
}

__global__ void dot(float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch(tex_a, i) * tex1Dfetch(tex_b, i);
}

int main()
{
    const int n = 77;
    float a[n], b[n], out[n], *da, *db, *dout;
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = n - i; }
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    bind(tex_a, da, n);
    bind(tex_b, db, n);
    dot<<<1, 128>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbind(tex_a);
    unbind(tex_b);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != a[i] * b[i];
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
