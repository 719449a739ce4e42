// Host functions that take a reference to bind or unbind it.
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

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t tex_a = 0;
static cudaTextureDesc tex_a_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};
static cudaTextureObject_t tex_b = 0;
static cudaTextureDesc tex_b_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

void bind(cudaTextureObject_t &t, cudaTextureDesc &t_desc, const float *p, int n)
{
    t_desc.filterMode = cudaFilterModePoint;
    bindTexture(t, t_desc, p, cudaCreateChannelDesc<float>(), n * sizeof(float));
}

template <typename Tex>
void unbind(Tex &t)
{
    unbindTexture(t);
}

__global__ void dot(float *out, int n, cudaTextureObject_t tex_a, cudaTextureObject_t tex_b)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(tex_a, i) * tex1Dfetch<float>(tex_b, i);
}

int main()
{
    const int n = 77;
    float a[n], b[n], out[n], *da, *db, *dout;
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = n - i; }
    cudaMalloc(&da, sizeof(a));
    cudaMalloc(&db, sizeof(b));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
    bind(tex_a, tex_a_desc, da, n);
    bind(tex_b, tex_b_desc, db, n);
    dot<<<1, 128>>>(dout, n, tex_a, tex_b);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbind(tex_a);
    unbind(tex_b);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != a[i] * b[i];
    cudaFree(da);
    cudaFree(db);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
