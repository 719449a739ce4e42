// Normalised coordinates, and no address mode set: a reference clamps by default.
#include <cstdio>
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

static cudaTextureObject_t ramp = 0;
static cudaTextureDesc ramp_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaChannelFormatDesc ramp_channel = cudaCreateChannelDesc<float>();

__global__ void shade(float* color, const float* value, int n, cudaTextureObject_t ramp) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) color[i] = tex1D<float>(ramp, value[i]);
}

int main() {
    const int kEntries = 32, kPoints = 200;
    float table[kEntries], value[kPoints], color[kPoints];
    for (int i = 0; i < kEntries; ++i) table[i] = 100.0f - i * i;
    for (int i = 0; i < kPoints; ++i) value[i] = -1.0f + 3.0f * i / kPoints + 0.001f;
    cudaArray_t array;
    cudaMallocArray(&array, &ramp_channel, kEntries, 1);
    cudaMemcpy2DToArray(array, 0, 0, table, sizeof(table), sizeof(table), 1, cudaMemcpyHostToDevice);
    ramp_desc.normalizedCoords = true;
    bindTextureToArray(ramp, ramp_desc, array);
    float *d_value, *d_color;
    cudaMalloc(&d_value, sizeof(value));
    cudaMalloc(&d_color, sizeof(color));
    cudaMemcpy(d_value, value, sizeof(value), cudaMemcpyHostToDevice);
    shade<<<(kPoints + 63) / 64, 64>>>(d_color, d_value, kPoints, ramp);
    cudaMemcpy(color, d_color, sizeof(color), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < kPoints; ++i) {
        float x = value[i] * kEntries;
        int k = x < 0 ? 0 : x >= kEntries ? kEntries - 1 : (int)x;
        if (table[k] != color[i]) ++bad;
    }
    cudaFree(d_value);
    cudaFree(d_color);
    unbindTexture(ramp);
    cudaFreeArray(array);
    if (bad) printf("FAIL %d of %d\n", bad, kPoints);
    else puts("OK");
    return bad ? 1 : 0;
}
