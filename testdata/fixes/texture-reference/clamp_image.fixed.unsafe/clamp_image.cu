// A 3x3 box filter of an image in a CUDA array, clamped at the edges.
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>

#define W 37
#define H 21

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

static cudaTextureObject_t image = 0;
static cudaTextureDesc image_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void box(float* out, int width, int height, cudaTextureObject_t image) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += tex2D<float>(image, x + dx, y + dy);
    out[y * width + x] = sum / 9.0f;
}

static float in[H][W], got[H][W];

static float at(int x, int y) {
    x = x < 0 ? 0 : x >= W ? W - 1 : x;
    y = y < 0 ? 0 : y >= H ? H - 1 : y;
    return in[y][x];
}

int main() {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) in[y][x] = (float)((x * 31 + y * 17) % 101);
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray* array;
    cudaMallocArray(&array, &desc, W, H);
    cudaMemcpy2DToArray(array, 0, 0, in, W * sizeof(float), W * sizeof(float), H, cudaMemcpyHostToDevice);
    image_desc.addressMode[0] = cudaAddressModeClamp;
    image_desc.addressMode[1] = cudaAddressModeClamp;
    image_desc.filterMode = cudaFilterModePoint;
    image_desc.normalizedCoords = false;
    bindTextureToArray(image, image_desc, array);
    float* d_out;
    cudaMalloc((void**)&d_out, sizeof(got));
    dim3 block(16, 16);
    dim3 grid((W + block.x - 1) / block.x, (H + block.y - 1) / block.y);
    box<<<grid, block>>>(d_out, W, H, image);
    cudaMemcpy(got, d_out, sizeof(got), cudaMemcpyDeviceToHost);
    unbindTexture(image);
    cudaFreeArray(array);
    cudaFree(d_out);

    int bad = cudaGetLastError() != cudaSuccess ? 1 : 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float want = 0.0f;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) want += at(x + dx, y + dy);
            if (fabsf(want / 9.0f - got[y][x]) > 1e-3f) bad++;
        }
    if (bad) printf("FAIL %d of %d\n", bad, W * H);
    else printf("OK\n");
    return bad != 0;
}
