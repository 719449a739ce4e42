// Macros around fetches: one names the reference, one takes it, one takes the fetch's name too.
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

static cudaTextureObject_t img = 0;
static cudaTextureDesc img_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaChannelFormatDesc img_channel = cudaCreateChannelDesc<float>();
static cudaTextureObject_t row = 0;

#define PIXEL(x, y) tex2D<float>(img, (x) + 0.5f, (y) + 0.5f)
#define FETCH(t, i) tex1Dfetch<float>(t, i)
#define LOAD(fetch, ref, ...) fetch(ref, __VA_ARGS__)

__global__ void median(float *out, int w, cudaTextureObject_t img, cudaTextureObject_t row)
{
    int x = threadIdx.x, y = blockIdx.x;
    float a = PIXEL(x - 1, y), b = PIXEL(x, y), c = LOAD(tex2D<float>, img, x + 1.5f, y + 0.5f);
    float m = fmaxf(fminf(a, b), fminf(fmaxf(a, b), c));
    out[y * w + x] = m + FETCH(row, x);
}

int main()
{
    const int w = 33, h = 9;
    static float in[h][w], line[w], out[h][w];
    for (int i = 0; i < w * h; i++) in[i / w][i % w] = (float)((i * 41) % 67);
    for (int i = 0; i < w; i++) line[i] = 100.0f * i;
    cudaArray *array;
    cudaMallocArray(&array, &img_channel, w, h);
    cudaMemcpy2DToArray(array, 0, 0, in, w * 4, w * 4, h, cudaMemcpyHostToDevice);
    float *d_line, *d_out;
    cudaMalloc(&d_line, sizeof(line));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_line, line, sizeof(line), cudaMemcpyHostToDevice);
    bindTextureToArray(img, img_desc, array);
    bindTexture(row, d_line, cudaCreateChannelDesc<float>(), sizeof(line));
    median<<<h, w>>>(d_out, w, img, row);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float a = in[y][x ? x - 1 : 0], b = in[y][x], c = in[y][x < w - 1 ? x + 1 : x], t;
            if (a > b) { t = a; a = b; b = t; }
            if (b > c) b = c;
            if (a > b) b = a;
            bad += out[y][x] != b + line[x];
        }
    unbindTexture(img);
    unbindTexture(row);
    cudaFreeArray(array);
    cudaFree(d_line);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
