// Writes an array through a surface reference, then reads it through a texture reference and a surface.
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

// Surface objects replace surface references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more.
static inline cudaError_t bindSurfaceToArray(cudaSurfaceObject_t &surface, cudaArray_const_t array)
{
    cudaError_t status = cudaSuccess;
    if (surface != 0)
        status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroySurfaceObject(surface);
    surface = 0;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    if (status == cudaSuccess)
        status = cudaCreateSurfaceObject(&surface, &resource);
    return status;
}

static cudaSurfaceObject_t outputSurface = 0;
static cudaTextureObject_t tex = 0;
static cudaTextureDesc texDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void writeKernel(const float *gIData, int width, int height,
                            cudaSurfaceObject_t outputSurface)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    surf2Dwrite(gIData[y * width + x], outputSurface, x * 4, y, cudaBoundaryModeTrap);
}

__global__ void readKernel(float *out, int width, int height,
                           cudaSurfaceObject_t outputSurface, cudaTextureObject_t tex)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    float a, b;
    surf2Dread(&a, outputSurface, x * sizeof(float), y);
    b = surf2Dread<float>(outputSurface, (width - 1 - x) * sizeof(float), y);
    out[y * width + x] = a + 2 * b + tex2D<float>(tex, x, height - 1 - y);
}

int main()
{
    const int width = 32, height = 16, size = width * height * sizeof(float);
    static float in[height][width], out[height][width];
    for (int i = 0; i < width * height; i++) in[i / width][i % width] = (float)(i % 97);
    float *d_in, *d_out;
    cudaMalloc((void **)&d_in, size);
    cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, in, size, cudaMemcpyHostToDevice);
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cuArray;
    cudaMallocArray(&cuArray, &channelDesc, width, height, cudaArraySurfaceLoadStore);
    dim3 dimBlock(8, 8), dimGrid(width / 8, height / 8);
    bindSurfaceToArray(outputSurface, cuArray);
    writeKernel<<<dimGrid, dimBlock>>>(d_in, width, height, outputSurface);
    texDesc.filterMode = cudaFilterModePoint;
    bindTextureToArray(tex, texDesc, cuArray);
    readKernel<<<dimGrid, dimBlock>>>(d_out, width, height, outputSurface, tex);
    cudaMemcpy(out, d_out, size, cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            bad += out[y][x] != in[y][x] + 2 * in[y][width - 1 - x] + in[height - 1 - y][x];
    cudaFree(d_in);
    cudaFree(d_out);
    cudaFreeArray(cuArray);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, width * height);
    return bad != 0;
}
