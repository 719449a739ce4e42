// A function for host and device that fetches on the device and reads the array on the host.
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

static cudaTextureObject_t nodes_tex = 0;
static const float2 *nodes_host;

__host__ __device__ inline float2 node(int i, cudaTextureObject_t nodes_tex)
{
#ifdef __CUDA_ARCH__
    return tex1Dfetch<float2>(nodes_tex, i);
#else
    return nodes_host[i];
#endif
}

__host__ __device__ inline float area(int i, int j, cudaTextureObject_t nodes_tex)
{
    float2 a = node(i, nodes_tex), b = node(j, nodes_tex);
    return a.x * b.y - a.y * b.x;
}

__global__ void areas(float *out, int n, cudaTextureObject_t nodes_tex)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = area(i, (i + 1) % n, nodes_tex);
}

int main()
{
    const int n = 144;
    static float2 nodes[n];
    static float out[n];
    for (int i = 0; i < n; i++) nodes[i] = make_float2(i % 12, i / 12 + 1);
    nodes_host = nodes;
    float2 *dn;
    float *dout;
    cudaMalloc(&dn, sizeof(nodes));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dn, nodes, sizeof(nodes), cudaMemcpyHostToDevice);
    bindTexture(nodes_tex, dn, cudaCreateChannelDesc<float2>(), sizeof(nodes));
    areas<<<3, 48>>>(dout, n, nodes_tex);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(nodes_tex);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != area(i, (i + 1) % n, nodes_tex);
    cudaFree(dn);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
