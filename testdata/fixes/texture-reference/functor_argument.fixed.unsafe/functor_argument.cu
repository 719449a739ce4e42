// A functor that fetches is passed to a kernel that knows nothing of textures.
#include <cstdio>
#include <cuda_runtime.h>

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more; nor may the host touch managed memory while one runs.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
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

static __managed__ cudaTextureObject_t bodies = 0;

struct Energy {
    float g;
    __device__ float operator()(int i) const {
        float4 b = tex1Dfetch<float4>(bodies, i);
        return g * b.w * b.y;
    }
};

struct Index {
    __device__ float operator()(int i) const { return i; }
};

template <class F>
__global__ void transform(float* out, int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = f(i);
}

int main() {
    const int n = 333;
    static float4 b[n];
    static float out[n];
    for (int i = 0; i < n; i++) b[i] = make_float4(0, i, 0, 2 + i % 5);
    float4* db;
    float* dout;
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    bindTexture(bodies, db, cudaCreateChannelDesc<float4>(), sizeof(b));
    Energy e = {0.5f};
    int bad = 0;
    transform<<<4, 32>>>(dout, n, Index());
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) bad += out[i] != i;
    transform<<<4, 32>>>(dout, n, e);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(bodies);
    bad += cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != 0.5f * b[i].w * b[i].y;
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * n);
    return bad != 0;
}
