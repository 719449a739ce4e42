// Chunks of a buffer bound one after another, each launch in a stream of its own, with no wait between.
#include <cstdio>
#include <cuda_runtime.h>

#define CHUNK 512
#define CHUNKS 8

texture<int, 1, cudaReadModeElementType> chunk;

__global__ void process(int *out, int rounds)
{
    int i = threadIdx.x, v = tex1Dfetch(chunk, i);
    for (int r = 0; r < rounds; r++)
        v = tex1Dfetch(chunk, (v & 0x7fffffff) % CHUNK) + r;
    out[i] = v;
}

static int in[CHUNKS * CHUNK], out[CHUNKS * CHUNK];

int main()
{
    for (int i = 0; i < CHUNKS * CHUNK; i++) in[i] = (i * 2654435761u) >> 8;
    int *din, *dout;
    cudaMalloc((void **)&din, sizeof(in));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaStream_t stream[2];
    for (int s = 0; s < 2; s++) cudaStreamCreate(&stream[s]);
    const int rounds = 2000;
    for (int c = 0; c < CHUNKS; c++) {
        cudaBindTexture(0, chunk, din + c * CHUNK, CHUNK * sizeof(int));
        process<<<1, CHUNK, 0, stream[c % 2]>>>(dout + c * CHUNK, rounds);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int c = 0; c < CHUNKS; c++)
        for (int i = 0; i < CHUNK; i++) {
            const int *t = in + c * CHUNK;
            int v = t[i];
            for (int r = 0; r < rounds; r++) v = t[(v & 0x7fffffff) % CHUNK] + r;
            bad += v != out[c * CHUNK + i];
        }
    cudaUnbindTexture(chunk);
    for (int s = 0; s < 2; s++) cudaStreamDestroy(stream[s]);
    cudaFree(din);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, CHUNKS * CHUNK);
    return bad != 0;
}
