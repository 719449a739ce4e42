// Memory of one type read as another: floats as unsigned, a double array as int2, bytes as uint4.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

typedef unsigned char byte;
texture<unsigned int, 1, cudaReadModeElementType> words;
texture<uint4, 1, cudaReadModeElementType> quads;
texture<signed char, 1, cudaReadModeElementType> bytes;

extern "C" __global__ void checksum(unsigned int *out, int n)
{
    unsigned int i = threadIdx.x;
    if (i >= n) return;
    uint4 q = tex1Dfetch(quads, i / 4);
    unsigned int w = i % 4 == 0 ? q.x : i % 4 == 1 ? q.y : i % 4 == 2 ? q.z : q.w;
    out[i] = tex1Dfetch(words, i) ^ w ^ (unsigned int)(int)tex1Dfetch(bytes, 4 * i + 3);
}

int main()
{
    const int n = 64;
    float host[n];
    unsigned int out[n], *dout;
    for (int i = 0; i < n; i++) host[i] = -1.75f * i;
    float *dev;
    cudaMalloc((void **)&dev, sizeof(host));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, words, (unsigned int *)dev);
    cudaBindTexture(NULL, quads, reinterpret_cast<uint4 *>(dev), n * sizeof(float));
    cudaChannelFormatDesc desc = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindSigned);
    cudaBindTexture(NULL, &bytes, dev, &desc, n * sizeof(float));
    checksum<<<1, n>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(words);
    cudaUnbindTexture(quads);
    cudaUnbindTexture(&bytes);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        signed char b;
        memcpy(&b, (const char *)host + 4 * i + 3, 1);
        bad += out[i] != (unsigned int)(int)b;
    }
    cudaFree(dev);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
