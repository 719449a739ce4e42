// A cube map: directions to the centres of texels give the texels back.
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

static cudaTextureObject_t environment = 0;
static cudaTextureDesc environment_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void faces(float *out, int width, cudaTextureObject_t environment)
{
    int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
    float u = (x + 0.5f) / width * 2.f - 1.f, v = (y + 0.5f) / width * 2.f - 1.f;
    float cx, cy, cz;
    switch (face) {
    case 0: cx = 1; cy = -v; cz = -u; break;
    case 1: cx = -1; cy = -v; cz = u; break;
    case 2: cx = u; cy = 1; cz = v; break;
    case 3: cx = u; cy = -1; cz = -v; break;
    case 4: cx = u; cy = -v; cz = 1; break;
    default: cx = -u; cy = -v; cz = -1; break;
    }
    out[(face * width + y) * width + x] = texCubemap<float>(environment, cx, cy, cz);
}

int main()
{
    const int width = 16;
    static float data[6 * width * width], out[6 * width * width];
    for (int i = 0; i < 6 * width * width; i++) data[i] = (float)i;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaArray *array;
    cudaMalloc3DArray(&array, &desc, make_cudaExtent(width, width, 6), cudaArrayCubemap);
    cudaMemcpy3DParms copy = {0};
    copy.srcPtr = make_cudaPitchedPtr(data, width * sizeof(float), width, width);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, width, 6);
    copy.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copy);
    environment_desc.normalizedCoords = true;
    environment_desc.filterMode = cudaFilterModePoint;
    environment_desc.addressMode[0] = environment_desc.addressMode[1] = cudaAddressModeClamp;
    bindTextureToArray(environment, environment_desc, array);
    float *dev;
    cudaMalloc((void **)&dev, sizeof(out));
    faces<<<6, dim3(width, width)>>>(dev, width, environment);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < 6 * width * width; i++) bad += out[i] != data[i];
    unbindTexture(environment);
    cudaFreeArray(array);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 6 * width * width);
    return bad != 0;
}
