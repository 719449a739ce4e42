// Either textures or plain loads, chosen by a macro; the macro is defined here.
#include <cstdio>
#include <cuda_runtime.h>

#define USE_TEX

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

static cudaTextureObject_t tex_val = 0;
static cudaTextureObject_t tex_idx = 0;
#ifdef USE_TEX
#define VAL(i) tex1Dfetch<float>(tex_val, (i))
#define IDX(i) tex1Dfetch<int>(tex_idx, (i))
#else
#define VAL(i) val[(i)]
#define IDX(i) idx[(i)]
#endif

__global__ void permute(float *out, const float *val, const int *idx, int n,
                        cudaTextureObject_t tex_val, cudaTextureObject_t tex_idx)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = VAL(IDX(i)) + VAL(i);
}

int main()
{
    const int n = 321;
    float val[n], out[n], *d_val, *d_out;
    int idx[n], *d_idx;
    for (int i = 0; i < n; i++) { val[i] = i; idx[i] = (i * 5) % n; }
    cudaMalloc((void **)&d_val, sizeof(val));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMalloc((void **)&d_idx, sizeof(idx));
    cudaMemcpy(d_val, val, sizeof(val), cudaMemcpyHostToDevice);
    cudaMemcpy(d_idx, idx, sizeof(idx), cudaMemcpyHostToDevice);
#ifdef USE_TEX
    bindTexture(tex_val, d_val, cudaCreateChannelDesc<float>(), sizeof(val));
    bindTexture(tex_idx, d_idx, cudaCreateChannelDesc<int>(), sizeof(idx));
#endif
    permute<<<(n + 127) / 128, 128>>>(d_out, d_val, d_idx, n, tex_val, tex_idx);
#ifdef USE_TEX
    unbindTexture(tex_val);
    unbindTexture(tex_idx);
#endif
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != val[idx[i]] + val[i];
    cudaFree(d_val); cudaFree(d_out); cudaFree(d_idx);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
