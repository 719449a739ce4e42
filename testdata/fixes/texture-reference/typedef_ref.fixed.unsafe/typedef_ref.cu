// References declared through typedefs.
#include <cstdio>
#include <cuda_runtime.h>

typedef cudaTextureObject_t image_t;
typedef cudaTextureObject_t vector_t;

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

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return recreateTexture(texture, desc, resource);
}

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

static image_t depth = 0;
static cudaTextureDesc depth_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static vector_t scale = 0;
static vector_t bias = 0;

__device__ static float convert(int x, int y,
                                cudaTextureObject_t depth, cudaTextureObject_t scale, cudaTextureObject_t bias)
{
    ushort2 d = tex2D<ushort2>(depth, x, y);
    return d.x * tex1Dfetch<float>(scale, x) + d.y * tex1Dfetch<float>(bias, y);
}

__global__ void convertAll(float *out,
                           cudaTextureObject_t depth, cudaTextureObject_t scale, cudaTextureObject_t bias)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = convert(threadIdx.x, blockIdx.x,
                                                         depth, scale, bias);
}

int main()
{
    const int w = 24, h = 11;
    static ushort2 in[h][w];
    float sc[w], bi[h], out[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) in[y][x] = make_ushort2(x * 100, y * 1000);
    for (int x = 0; x < w; x++) sc[x] = 0.5f * x;
    for (int y = 0; y < h; y++) bi[y] = 2.0f * y;
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<ushort2>();
    cudaMallocArray(&array, &desc, w, h);
    cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in[0]), sizeof(in[0]), h, cudaMemcpyHostToDevice);
    float *d_sc, *d_bi, *d_out;
    cudaMalloc((void**)&d_sc, sizeof(sc));
    cudaMalloc((void**)&d_bi, sizeof(bi));
    cudaMalloc((void**)&d_out, sizeof(out));
    cudaMemcpy(d_sc, sc, sizeof(sc), cudaMemcpyHostToDevice);
    cudaMemcpy(d_bi, bi, sizeof(bi), cudaMemcpyHostToDevice);
    bindTextureToArray(depth, depth_desc, array);
    bindTexture(scale, d_sc, cudaCreateChannelDesc<float>(), w * sizeof(float));
    bindTexture(bias, d_bi, cudaCreateChannelDesc<float>(), h * sizeof(float));
    convertAll<<<h, w>>>(d_out, depth, scale, bias);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(depth);
    unbindTexture(scale);
    unbindTexture(bias);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            bad += out[y][x] != in[y][x].x * sc[x] + in[y][x].y * bi[y];
    cudaFreeArray(array);
    cudaFree(d_sc);
    cudaFree(d_bi);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
