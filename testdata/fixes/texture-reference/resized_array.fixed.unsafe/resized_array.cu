// The array is freed and made anew with another size; the binding follows; bound once before each frame.
#include <cstdio>
#include <vector>
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

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t frame = 0;
static cudaTextureDesc frame_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaArray *storage = NULL;
static int storedW = 0, storedH = 0;

static cudaError_t upload(const unsigned short *pixels, int w, int h)
{
    if (w != storedW || h != storedH) {
        if (storage) {
            unbindTexture(frame);
            cudaFreeArray(storage);
        }
        cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned short>();
        if (cudaError_t e = cudaMallocArray(&storage, &desc, w, h)) return e;
        storedW = w;
        storedH = h;
    }
    cudaMemcpy2DToArray(storage, 0, 0, pixels, w * 2, w * 2, h, cudaMemcpyHostToDevice);
    return bindTextureToArray(frame, frame_desc, storage);
}

__global__ void invert(unsigned short *out, int w, int h, cudaTextureObject_t frame)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = 65535 - tex2D<unsigned short>(frame, w - 1 - x, h - 1 - y);
}

int main()
{
    const int sizes[][2] = {{20, 10}, {20, 10}, {33, 7}, {5, 40}};
    int bad = 0, total = 0;
    for (int s = 0; s < 4; s++) {
        int w = sizes[s][0], h = sizes[s][1];
        std::vector<unsigned short> in(w * h), out(w * h);
        for (int i = 0; i < w * h; i++) in[i] = i * 97 + s;
        unsigned short *dev;
        cudaMalloc(&dev, w * h * 2);
        if (upload(&in[0], w, h) != cudaSuccess) bad++;
        invert<<<dim3((w + 7) / 8, (h + 7) / 8), dim3(8, 8)>>>(dev, w, h, frame);
        cudaMemcpy(&out[0], dev, w * h * 2, cudaMemcpyDeviceToHost);
        for (int i = 0; i < w * h; i++) bad += out[i] != 65535 - in[w * h - 1 - i];
        total += w * h;
        cudaFree(dev);
    }
    unbindTexture(frame);
    cudaFreeArray(storage);
    bad += cudaGetLastError() != cudaSuccess;
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, total);
    return bad != 0;
}
