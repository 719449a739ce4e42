// An image in pitched memory, bilinear, clamped.
#include <stdio.h>
#include <math.h>
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

static inline cudaError_t bindTexture2D(size_t *offset, cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, size_t width, size_t height, size_t pitch)
{
    // The memory of an object starts at an aligned address: *offset is what the pointer
    // lies above it, for the kernel to add.
    size_t before = 0;
    if (offset != NULL) {
        int device = 0, alignment = 1;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
        before = (size_t)pointer % alignment;
        *offset = before;
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = (char *)pointer - before;
    resource.res.pitch2D.desc = channel;
    resource.res.pitch2D.width = width + before / ((channel.x + channel.y + channel.z + channel.w) / 8);
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t texRef = 0;
static cudaTextureDesc texRefDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void zoom(float *out, int w, int h, float scale, cudaTextureObject_t texRef)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = tex2D<float>(texRef, x * scale + 0.5f, y * scale + 0.5f);
}

int main()
{
    const int sw = 50, sh = 30, w = 100, h = 60;
    static float src[sh][sw], dst[h][w];
    for (int i = 0; i < sw * sh; i++) src[i / sw][i % sw] = (float)((i * 13) % 64);

    float *d_src, *d_dst;
    size_t pitch;
    cudaMallocPitch((void **)&d_src, &pitch, sw * sizeof(float), sh);
    cudaMemcpy2D(d_src, pitch, src, sizeof(src[0]), sizeof(src[0]), sh, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&d_dst, sizeof(dst));

    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    texRefDesc.addressMode[0] = cudaAddressModeClamp;
    texRefDesc.addressMode[1] = cudaAddressModeClamp;
    texRefDesc.filterMode = cudaFilterModeLinear;
    texRefDesc.normalizedCoords = 0;
    size_t offset = 0;
    bindTexture2D(&offset, texRef, texRefDesc, d_src, desc, sw, sh, pitch);
    zoom<<<dim3(7, 4), dim3(16, 16)>>>(d_dst, w, h, 0.5f, texRef);
    unbindTexture(texRef);
    cudaMemcpy(dst, d_dst, sizeof(dst), cudaMemcpyDeviceToHost);

    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = x / 2, j = y / 2, i1 = i + 1 < sw ? i + 1 : i, j1 = j + 1 < sh ? j + 1 : j;
            float a = (x % 2) * 0.5f, b = (y % 2) * 0.5f;
            float want = (1 - a) * (1 - b) * src[j][i] + a * (1 - b) * src[j][i1] + (1 - a) * b * src[j1][i] + a * b * src[j1][i1];
            if (!(fabsf(want - dst[y][x]) < 0.1f)) bad++;
        }
    cudaFree(d_src);
    cudaFree(d_dst);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
