// A reference bound anew in every step of a loop, to the buffer written in the step before.
#include <cstdio>
#include <utility>
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

static inline cudaError_t bindTexture2D(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, size_t width, size_t height, size_t pitch)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = (void *)pointer;
    resource.res.pitch2D.desc = channel;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t src = 0;
static cudaTextureDesc src_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void smooth(float* dst, int w, int h, int pitch, cudaTextureObject_t src)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        dst[y * pitch + x] = tex2D<float>(src, x, y) * 0.5f + tex2D<float>(src, x - 1, y) * 0.25f + tex2D<float>(src, x, y + 1) * 0.25f;
}

int main()
{
    const int w = 40, h = 24, steps = 9;
    static float a[h][w], b[h][w], got[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) a[y][x] = (float)((x * y) % 32);
    float *d_a, *d_b;
    size_t pitch;
    cudaMallocPitch(&d_a, &pitch, w * sizeof(float), h);
    cudaMallocPitch(&d_b, &pitch, w * sizeof(float), h);
    cudaMemcpy2D(d_a, pitch, a, w * 4, w * 4, h, cudaMemcpyHostToDevice);
    for (int i = 0; i < steps; i++) {
        bindTexture2D(src, src_desc, d_a, cudaCreateChannelDesc<float>(), w, h, pitch);
        smooth<<<dim3(3, 2), dim3(16, 16)>>>(d_b, w, h, pitch / sizeof(float), src);
        unbindTexture(src);
        std::swap(d_a, d_b);
    }
    cudaMemcpy2D(got, w * 4, d_a, pitch, w * 4, h, cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < steps; i++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                b[y][x] = a[y][x] * 0.5f + a[y][x ? x - 1 : 0] * 0.25f + a[y < h - 1 ? y + 1 : y][x] * 0.25f;
        std::swap(a, b);
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float e = a[y][x] - got[y][x];
            if (!(e < 1e-3f && e > -1e-3f)) bad++;
        }
    cudaFree(d_a);
    cudaFree(d_b);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
