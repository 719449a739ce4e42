// A layered texture, normalised coordinates, one launch per layer.
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

static cudaTextureObject_t tex = 0;
static cudaTextureDesc tex_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void transformKernel(float *g_odata, int width, int height, int layer,
                                cudaTextureObject_t tex)
{
    unsigned int x = blockIdx.x*blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y*blockDim.y + threadIdx.y;
    float u = (x+0.5f) / (float) width;
    float v = (y+0.5f) / (float) height;
    g_odata[layer*width*height + y*width + x] = -tex2DLayered<float>(tex, u, v, layer) + layer;
}

int main()
{
    const unsigned int width = 32, height = 32, num_layers = 5;
    const unsigned int count = width * height * num_layers, size = count * sizeof(float);
    static float h_data[count], h_odata[count];
    for (unsigned int i = 0; i < count; i++) h_data[i] = (float)(i % 1000);

    float *d_data = NULL;
    cudaMalloc((void **) &d_data, size);
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cu_3darray;
    cudaMalloc3DArray(&cu_3darray, &channelDesc, make_cudaExtent(width, height, num_layers), cudaArrayLayered);
    cudaMemcpy3DParms myparms = {0};
    myparms.srcPos = make_cudaPos(0,0,0);
    myparms.dstPos = make_cudaPos(0,0,0);
    myparms.srcPtr = make_cudaPitchedPtr(h_data, width * sizeof(float), width, height);
    myparms.dstArray = cu_3darray;
    myparms.extent = make_cudaExtent(width, height, num_layers);
    myparms.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&myparms);

    tex_desc.addressMode[0] = cudaAddressModeWrap;
    tex_desc.addressMode[1] = cudaAddressModeWrap;
    tex_desc.filterMode = cudaFilterModeLinear;
    tex_desc.normalizedCoords = true;  // access with normalized texture coordinates
    bindTextureToArray(tex, tex_desc, cu_3darray);

    dim3 dimBlock(8, 8, 1);
    dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    for (unsigned int layer = 0; layer < num_layers; layer++)
        transformKernel<<< dimGrid, dimBlock, 0 >>>(d_data, width, height, layer, tex);
    cudaMemcpy(h_odata, d_data, size, cudaMemcpyDeviceToHost);

    int bad = cudaGetLastError() != cudaSuccess;
    for (unsigned int i = 0; i < count; i++) {
        float want = -h_data[i] + (float)(i / (width * height));
        if (!(h_odata[i] - want < 1e-2f && want - h_odata[i] < 1e-2f)) bad++;
    }
    cudaFree(d_data);
    cudaFreeArray(cu_3darray);
    printf(bad ? "FAIL %d of %u\n" : "OK\n", bad, count);
    return bad != 0;
}
