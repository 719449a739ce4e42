// A class binds in its constructor, launches in a method, unbinds in its destructor.
#include <cstdio>
#include <stdexcept>
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

static cudaTextureObject_t palette = 0;
static cudaTextureDesc palette_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void paint(float4* out, const int* x, const int* y, int n, cudaTextureObject_t palette);

class Painter {
public:
    Painter(const float4* colours, int w, int h) : array_(0) {
        cudaChannelFormatDesc desc = cudaCreateChannelDesc<float4>();
        check(cudaMallocArray(&array_, &desc, w, h));
        check(cudaMemcpy2DToArray(array_, 0, 0, colours, w * sizeof(float4), w * sizeof(float4), h, cudaMemcpyHostToDevice));
        palette_desc.filterMode = cudaFilterModePoint;
        check(bindTextureToArray(palette, palette_desc, array_));
    }
    ~Painter() {
        unbindTexture(palette);
        cudaFreeArray(array_);
    }
    void operator()(float4* out, const int* x, const int* y, int n, cudaStream_t stream) const {
        paint<<<(n + 31) / 32, 32, 0, stream>>>(out, x, y, n, palette);
        check(cudaGetLastError());
    }

private:
    static void check(cudaError_t e) {
        if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
    }
    cudaArray_t array_;
};

__global__ void paint(float4* out, const int* x, const int* y, int n, cudaTextureObject_t palette) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float4>(palette, x[i], y[i]);
}

int main() {
    const int w = 9, h = 7, n = 130;
    float4 colours[h][w], out[n], *d_out;
    int x[n], y[n], *d_x, *d_y;
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) colours[j][i] = make_float4(i, j, i * j, 1);
    for (int i = 0; i < n; i++) { x[i] = i % w; y[i] = (i / 3) % h; }
    cudaMalloc(&d_out, sizeof(out));
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(y));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof(y), cudaMemcpyHostToDevice);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int bad = 0;
    try {
        Painter painter(&colours[0][0], w, h);
        painter(d_out, d_x, d_y, n, stream);
        cudaStreamSynchronize(stream);
    } catch (const std::exception& e) {
        fprintf(stderr, "%s\n", e.what());
        bad++;
    }
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        float4 c = colours[y[i]][x[i]];
        if (out[i].x != c.x || out[i].y != c.y || out[i].z != c.z || out[i].w != c.w) bad++;
    }
    cudaStreamDestroy(stream);
    cudaFree(d_out);
    cudaFree(d_x);
    cudaFree(d_y);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
