// The offset is checked, not used; a symbol's address is bound; an alignment is asked for afterwards.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__device__ float table[256];
texture<float, 1, cudaReadModeElementType> tex_table, tex_part;

__global__ void lookup(float *out, unsigned int first)
{
    out[threadIdx.x] = tex1Dfetch(tex_table, threadIdx.x) + tex1Dfetch(tex_part, threadIdx.x % 32 + first);
}

static void fail(const char *what)
{
    printf("FAIL %s\n", what);
    exit(1);
}

int main()
{
    float host[256], out[256], *dout;
    void *address;
    size_t offset = (size_t)-1;
    for (int i = 0; i < 256; i++) host[i] = i * 1.5f;
    cudaMemcpyToSymbol(table, host, sizeof(host));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaGetSymbolAddress(&address, table);
    float *copy;
    cudaMalloc((void **)&copy, sizeof(host));
    cudaMemcpy(copy, address, sizeof(host), cudaMemcpyDeviceToDevice);
    if (cudaBindTexture(&offset, tex_table, copy, cudaCreateChannelDesc<float>(), sizeof(host)) != cudaSuccess)
        fail("to bind");
    if (offset != 0)
        fail("alignment");
    size_t before = 0;
    if (cudaBindTexture(&before, tex_part, copy + 100, 32 * sizeof(float)) != cudaSuccess)
        fail("to bind a part");
    size_t again = 0;
    cudaGetTextureAlignmentOffset(&again, tex_part);
    lookup<<<1, 256>>>(dout, (unsigned int)again / sizeof(float));
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess || again != before;
    for (int i = 0; i < 256; i++) bad += out[i] != host[i] + host[100 + i % 32];
    cudaUnbindTexture(tex_table);
    cudaUnbindTexture(tex_part);
    cudaFree(copy);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 256);
    return bad != 0;
}
