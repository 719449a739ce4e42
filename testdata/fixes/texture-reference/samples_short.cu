// 16-bit samples in linear memory, read as normalised floats, with bounds ignored past the end.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

texture<short, 1, cudaReadModeNormalizedFloat> samples;
texture<short2, 1, cudaReadModeNormalizedFloat> stereo;

__global__ void mix(float *out, int n, float gain)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 s = tex1Dfetch(stereo, i);
        out[i] = gain * tex1Dfetch(samples, 2 * i + 1) + s.x - s.y;
    }
}

int main()
{
    const int n = 256;
    short host[2 * n];
    float out[n];
    for (int i = 0; i < 2 * n; i++) host[i] = (short)(32000 * sinf(i * 0.1f));
    short *dev;
    float *dout;
    cudaMalloc((void**)&dev, sizeof(host));
    cudaMalloc((void**)&dout, sizeof(out));
    cudaMemcpy(dev, host, sizeof(host), cudaMemcpyHostToDevice);
    if (cudaBindTexture(0, samples, dev, cudaCreateChannelDesc<short>(), sizeof(host)) != cudaSuccess ||
        cudaBindTexture(0, stereo, dev, cudaCreateChannelDesc<short2>(), sizeof(host)) != cudaSuccess) {
        printf("FAIL to bind\n");
        return 2;
    }
    mix<<<n / 64, 64>>>(dout, n, 0.5f);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(samples);
    cudaUnbindTexture(stereo);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        float a = host[2 * i] / 32767.0f, b = host[2 * i + 1] / 32767.0f;
        if (!(fabsf(0.5f * b + a - b - out[i]) < 1e-4f)) bad++;
    }
    cudaFree(dev);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
