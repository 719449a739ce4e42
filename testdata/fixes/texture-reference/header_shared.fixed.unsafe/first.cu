#include "common.cuh"

static __global__ void twice(float *out, int n, cudaTextureObject_t weights)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * weight(i, weights);
}

int first(const float *host, const float *device, int n)
{
    float *out, *copy = new float[n];
    cudaMalloc(&out, n * sizeof(float));
    bindTexture(weights, device, cudaCreateChannelDesc<float>(), n * sizeof(float));
    twice<<<(n + 63) / 64, 64>>>(out, n, weights);
    cudaMemcpy(copy, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    unbindTexture(weights);
    cudaFree(out);
    int bad = 0;
    for (int i = 0; i < n; i++)
        bad += copy[i] != 2 * host[i];
    delete[] copy;
    return bad;
}
