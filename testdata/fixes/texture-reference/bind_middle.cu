// A pointer from elsewhere is bound, with the offset kept in a global and used by a second launch.
#include <cstdio>
#include <cuda_runtime.h>

texture<int, 1> keys;
static size_t keys_offset;

__global__ void gather(int* out, const int* index, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch(keys, index[i] + shift);
}

static bool bind_keys(const int* p, size_t n) {
    return cudaBindTexture(&keys_offset, keys, p, n * sizeof(int)) == cudaSuccess;
}

static void gather_keys(int* out, const int* index, int n) {
    gather<<<(n + 255) / 256, 256>>>(out, index, n, keys_offset / sizeof(int));
}

int main() {
    const int total = 1000, n = 400, start = 301;
    int all[total], index[n], out[n];
    for (int i = 0; i < total; i++) all[i] = i * 3;
    for (int i = 0; i < n; i++) index[i] = (i * 7) % n;
    int *d_all, *d_index, *d_out;
    cudaMalloc(&d_all, sizeof(all));
    cudaMalloc(&d_index, sizeof(index));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_all, all, sizeof(all), cudaMemcpyHostToDevice);
    cudaMemcpy(d_index, index, sizeof(index), cudaMemcpyHostToDevice);
    int bad = 0;
    for (int pass = 0; pass < 3; pass++) {
        int first = start + pass * 50;
        if (!bind_keys(d_all + first, n)) bad++;
        gather_keys(d_out, d_index, n);
        gather_keys(d_out, d_index, n);
        cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) bad += out[i] != all[first + index[i]];
    }
    cudaUnbindTexture(keys);
    bad += cudaGetLastError() != cudaSuccess;
    cudaFree(d_all);
    cudaFree(d_index);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
