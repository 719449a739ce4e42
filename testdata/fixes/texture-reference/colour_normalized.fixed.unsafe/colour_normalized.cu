// uchar4 pixels read as floats of 0 to 1, bilinear, unnormalised coordinates.
#include <stdio.h>
#include <math.h>
#include <cuda_runtime.h>

typedef unsigned char uchar;
typedef unsigned int uint;

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

static cudaTextureObject_t rgbaTex = 0;
static cudaTextureDesc rgbaTexDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeNormalizedFloat};

__device__ uint rgbaFloatToInt(float4 c)
{
    c.x = __saturatef(c.x);
    c.y = __saturatef(c.y);
    c.z = __saturatef(c.z);
    c.w = __saturatef(c.w);
    return (uint(c.w * 255.0f + 0.5f) << 24) | (uint(c.z * 255.0f + 0.5f) << 16) | (uint(c.y * 255.0f + 0.5f) << 8) | uint(c.x * 255.0f + 0.5f);
}

__global__ void d_shift(uint *od, int w, int h, float tx, float ty, cudaTextureObject_t rgbaTex)
{
    int x = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    int y = __mul24(blockIdx.y, blockDim.y) + threadIdx.y;
    if ((x < w) && (y < h)) {
        float4 c = tex2D<float4>(rgbaTex, x + tx, y + ty);
        od[y * w + x] = rgbaFloatToInt(c);
    }
}

static uchar4 image[20][30];

static float channel(int x, int y, int c)
{
    x = x < 0 ? 0 : x > 29 ? 29 : x;
    y = y < 0 ? 0 : y > 19 ? 19 : y;
    return ((const uchar *)&image[y][x])[c];
}

int main()
{
    const int w = 30, h = 20;
    static uint result[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) image[y][x] = make_uchar4(x * 8, y * 12, (x + y) * 5, 255 - x);

    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray *d_array;
    cudaMallocArray(&d_array, &channelDesc, w, h);
    cudaMemcpyToArray(d_array, 0, 0, image, sizeof(image), cudaMemcpyHostToDevice);
    rgbaTexDesc.filterMode = cudaFilterModeLinear;
    rgbaTexDesc.normalizedCoords = false;
    bindTextureToArray(rgbaTex, rgbaTexDesc, d_array);

    uint *d_result;
    cudaMalloc((void **)&d_result, sizeof(result));
    d_shift<<<dim3(2, 2), dim3(16, 16)>>>(d_result, w, h, 0.75f, 0.25f, rgbaTex);
    cudaMemcpy(result, d_result, sizeof(result), cudaMemcpyDeviceToHost);

    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 4; c++) {
                float a = 0.25f, b = 0.75f;
                float want = (1 - a) * (1 - b) * channel(x, y - 1, c) + a * (1 - b) * channel(x + 1, y - 1, c)
                           + (1 - a) * b * channel(x, y, c) + a * b * channel(x + 1, y, c);
                if (fabsf(want - (float)(result[y][x] >> 8 * c & 255)) > 1.5f) bad++;
            }
    cudaFreeArray(d_array);
    cudaFree(d_result);
    if (bad) printf("FAIL %d of %d\n", bad, w * h * 4);
    else printf("OK\n");
    return bad != 0;
}
