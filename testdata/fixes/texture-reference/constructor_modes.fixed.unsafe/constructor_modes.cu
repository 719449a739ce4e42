// Every setting in the reference's constructor.
#include <cmath>
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

static cudaTextureObject_t noise = 0;
static cudaTextureDesc noise_desc = {{cudaAddressModeWrap, cudaAddressModeWrap, cudaAddressModeWrap}, cudaFilterModeLinear, cudaReadModeElementType, 0, {0, 0, 0, 0}, 1};
static cudaTextureObject_t field = 0;
static cudaTextureDesc field_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModeLinear, cudaReadModeElementType};

#define N 100

__global__ void advect(float2* out, float phase,
                       cudaTextureObject_t noise, cudaTextureObject_t field) {
    int i = threadIdx.x;
    float n = tex1D<float>(noise, i * 0.037f + phase);
    float2 v = tex2D<float2>(field, 1.0f + 0.05f * i, 2.0f + 0.03f * i);
    out[i] = make_float2(v.x + n, v.y - n);
}

float h_noise[8] = {0, 3, 1, 4, 1, 5, 9, 2};
float2 h_field[6][10];

static float noiseAt(float u) {
    float x = u * 8 - 0.5f;
    int i = (int)floorf(x);
    float a = x - i;
    return (1 - a) * h_noise[(i % 8 + 8) % 8] + a * h_noise[((i + 1) % 8 + 8) % 8];
}

static int inside(int i, int n) { return i < 0 ? 0 : i > n - 1 ? n - 1 : i; }

int main() {
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 10; x++) h_field[y][x] = make_float2(x - 0.5f * y, y + 0.25f * x);
    cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>(), f2d = cudaCreateChannelDesc<float2>();
    cudaArray *na, *fa;
    cudaMallocArray(&na, &fd, 8);
    cudaMallocArray(&fa, &f2d, 10, 6);
    cudaMemcpyToArray(na, 0, 0, h_noise, sizeof(h_noise), cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(fa, 0, 0, h_field, sizeof(h_field[0]), sizeof(h_field[0]), 6, cudaMemcpyHostToDevice);
    bindTextureToArray(noise, noise_desc, na);
    bindTextureToArray(field, field_desc, fa);
    float2 *dev, out[N];
    cudaMalloc(&dev, sizeof(out));
    advect<<<1, N>>>(dev, -0.4f, noise, field);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int k = 0; k < N; k++) {
        float n = noiseAt(k * 0.037f - 0.4f), px = 0.5f + 0.05f * k, py = 1.5f + 0.03f * k;
        int i = (int)floorf(px), j = (int)floorf(py);
        float a = px - i, b = py - j, x = 0, y = 0;
        for (int c = 0; c < 4; c++) {
            float f = (c & 1 ? a : 1 - a) * (c & 2 ? b : 1 - b);
            float2 t = h_field[inside(j + (c >> 1), 6)][inside(i + (c & 1), 10)];
            x += f * t.x;
            y += f * t.y;
        }
        if (!(fabsf(x + n - out[k].x) < 0.1f && fabsf(y - n - out[k].y) < 0.1f)) bad++;
    }
    unbindTexture(noise);
    unbindTexture(field);
    cudaFreeArray(na);
    cudaFreeArray(fa);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, N);
    return bad != 0;
}
