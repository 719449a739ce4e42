// 16-bit samples in linear memory, read as normalised floats, with bounds ignored past the end.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    if (texture == 0)
        return cudaSuccess;
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroyTextureObject(texture);
    texture = 0;
    return status;
}

static inline cudaError_t recreateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
    cudaError_t status = unbindTexture(texture);
    if (status == cudaSuccess)
        status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return status;
}

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t samples = 0;
static cudaTextureDesc samples_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeNormalizedFloat};
static cudaTextureObject_t stereo = 0;
static cudaTextureDesc stereo_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeNormalizedFloat};

__global__ void mix(float *out, int n, float gain,
                    cudaTextureObject_t samples, cudaTextureObject_t stereo)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float2 s = tex1Dfetch<float2>(stereo, i);
        out[i] = gain * tex1Dfetch<float>(samples, 2 * i + 1) + s.x - s.y;
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
    if (bindTexture(samples, samples_desc, dev, cudaCreateChannelDesc<short>(), sizeof(host)) != cudaSuccess ||
        bindTexture(stereo, stereo_desc, dev, cudaCreateChannelDesc<short2>(), sizeof(host)) != cudaSuccess) {
        printf("FAIL to bind\n");
        return 2;
    }
    mix<<<n / 64, 64>>>(dout, n, 0.5f, samples, stereo);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(samples);
    unbindTexture(stereo);
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
