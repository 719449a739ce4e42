// Either textures or plain loads, chosen by a macro; the macro is defined here.
#include <cstdio>
#include <cuda_runtime.h>

#define USE_TEX

#ifdef USE_TEX
texture<float, 1> tex_val;
texture<int, 1> tex_idx;
#define VAL(i) tex1Dfetch(tex_val, (i))
#define IDX(i) tex1Dfetch(tex_idx, (i))
#else
#define VAL(i) val[(i)]
#define IDX(i) idx[(i)]
#endif

__global__ void permute(float *out, const float *val, const int *idx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = VAL(IDX(i)) + VAL(i);
}

int main()
{
    const int n = 321;
    float val[n], out[n], *d_val, *d_out;
    int idx[n], *d_idx;
    for (int i = 0; i < n; i++) { val[i] = i; idx[i] = (i * 5) % n; }
    cudaMalloc((void **)&d_val, sizeof(val));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMalloc((void **)&d_idx, sizeof(idx));
    cudaMemcpy(d_val, val, sizeof(val), cudaMemcpyHostToDevice);
    cudaMemcpy(d_idx, idx, sizeof(idx), cudaMemcpyHostToDevice);
#ifdef USE_TEX
    cudaBindTexture(0, tex_val, d_val, sizeof(val));
    cudaBindTexture(0, tex_idx, d_idx, sizeof(idx));
#endif
    permute<<<(n + 127) / 128, 128>>>(d_out, d_val, d_idx, n);
#ifdef USE_TEX
    cudaUnbindTexture(tex_val);
    cudaUnbindTexture(tex_idx);
#endif
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != val[idx[i]] + val[i];
    cudaFree(d_val); cudaFree(d_out); cudaFree(d_idx);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
