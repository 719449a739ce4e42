// Rotates a tile that repeats: normalised coordinates, wrapped, bilinear.
#include <stdio.h>
#include <stdlib.h>
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

static inline cudaError_t bindTextureToArray(cudaTextureObject_t &texture, const cudaTextureDesc &desc, cudaArray_const_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = (cudaArray_t)array;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t tex = 0;
static cudaTextureDesc tex_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void transformKernel(float *g_odata, int width, int height, float theta,
                                cudaTextureObject_t tex)
{
    unsigned int x = blockIdx.x*blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y*blockDim.y + threadIdx.y;

    float u = x / (float) width;
    float v = y / (float) height;
    u -= 0.5f;
    v -= 0.5f;
    float tu = u*cosf(theta) - v*sinf(theta) + 0.5f;
    float tv = v*cosf(theta) + u*sinf(theta) + 0.5f;

    g_odata[y*width + x] = tex2D<float>(tex, tu, tv);
}

static float texel(const float *t, int w, int h, int x, int y)
{
    return t[((y % h + h) % h) * w + (x % w + w) % w];
}

static float sample(const float *t, int w, int h, float u, float v)
{
    float x = u*w - 0.5f, y = v*h - 0.5f;
    int i = (int) floorf(x), j = (int) floorf(y);
    float a = x - i, b = y - j;
    return (1-a)*(1-b)*texel(t,w,h,i,j) + a*(1-b)*texel(t,w,h,i+1,j)
         + (1-a)*b*texel(t,w,h,i,j+1) + a*b*texel(t,w,h,i+1,j+1);
}

int main(int argc, char **argv)
{
    const int width = 64, height = 64;
    const float angle = 0.5f;
    size_t size = width * height * sizeof(float);
    float *h_data = (float *) malloc(size), *h_out = (float *) malloc(size);
    for (int i = 0; i < width * height; i++)
        h_data[i] = sinf(0.05f * (i % width)) * cosf(0.07f * (i / width));

    float *d_data = NULL;
    cudaMalloc((void **) &d_data, size);
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cu_array;
    cudaMallocArray(&cu_array, &channelDesc, width, height);
    cudaMemcpyToArray(cu_array, 0, 0, h_data, size, cudaMemcpyHostToDevice);

    // set texture parameters
    tex_desc.addressMode[0] = cudaAddressModeWrap;
    tex_desc.addressMode[1] = cudaAddressModeWrap;
    tex_desc.filterMode = cudaFilterModeLinear;
    tex_desc.normalizedCoords = true;    // access with normalized texture coordinates

    // Bind the array to the texture
    bindTextureToArray(tex, tex_desc, cu_array);

    dim3 dimBlock(8, 8, 1);
    dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    transformKernel<<< dimGrid, dimBlock, 0 >>>(d_data, width, height, angle, tex);
    cudaMemcpy(h_out, d_data, size, cudaMemcpyDeviceToHost);

    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float u = x / (float) width - 0.5f, v = y / (float) height - 0.5f;
            float want = sample(h_data, width, height, u*cosf(angle) - v*sinf(angle) + 0.5f,
                                v*cosf(angle) + u*sinf(angle) + 0.5f);
            bad += !(fabsf(want - h_out[y*width + x]) < 0.02f);
        }
    cudaFree(d_data);
    cudaFreeArray(cu_array);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, width * height);
    free(h_data);
    free(h_out);
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
