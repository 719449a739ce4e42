// Fetches at the end of a chain of device functions, some declared before they are defined, one recursive.
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

static cudaTextureObject_t next_tex = 0;
static cudaTextureObject_t value_tex = 0;

__device__ int walk(int node, int hops, cudaTextureObject_t next_tex, cudaTextureObject_t value_tex);
static __device__ __noinline__ int value(int node, cudaTextureObject_t value_tex);

__device__ int sum(int node, int hops, cudaTextureObject_t next_tex, cudaTextureObject_t value_tex) { return hops == 0 ? value(node, value_tex) : value(node, value_tex) + walk(node, hops, next_tex, value_tex); }

__device__ int walk(int node, int hops, cudaTextureObject_t next_tex, cudaTextureObject_t value_tex)
{
    return sum(tex1Dfetch<int>(next_tex, node), hops - 1, next_tex, value_tex);
}

static __device__ __noinline__ int value(int node, cudaTextureObject_t value_tex) { return tex1Dfetch<int>(value_tex, node); }

__device__ int unrelated(int x) { return x * 2; }

__global__ void lists(int *out, int n, cudaTextureObject_t next_tex, cudaTextureObject_t value_tex)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = unrelated(sum(i, i % 9, next_tex, value_tex));
}

__global__ void values(int *out, int n, cudaTextureObject_t value_tex)
{
    int i = threadIdx.x;
    for (; i < n; i += blockDim.x)
        out[i] += value(i, value_tex);
}

int main()
{
    const int n = 150;
    int next[n], val[n], out[n], *d[3];
    for (int i = 0; i < n; i++) { next[i] = (i * 13 + 5) % n; val[i] = i * i; }
    for (int k = 0; k < 3; k++) cudaMalloc(&d[k], sizeof(next));
    cudaMemcpy(d[0], next, sizeof(next), cudaMemcpyHostToDevice);
    cudaMemcpy(d[1], val, sizeof(val), cudaMemcpyHostToDevice);
    bindTexture(next_tex, d[0], cudaCreateChannelDesc<int>(), sizeof(next));
    bindTexture(value_tex, d[1], cudaCreateChannelDesc<int>(), sizeof(val));
    lists<<<3, 64>>>(d[2], n, next_tex, value_tex);
    values<<<1, 32>>>(d[2], n, value_tex);
    cudaMemcpy(out, d[2], sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(next_tex);
    unbindTexture(value_tex);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        int want = 0, node = i;
        for (int h = i % 9; ; h--) {
            want += val[node];
            if (h == 0) break;
            node = next[node];
        }
        bad += out[i] != 2 * want + val[i];
    }
    for (int k = 0; k < 3; k++) cudaFree(d[k]);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
