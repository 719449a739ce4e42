// A pointer from elsewhere is bound, with the offset kept in a global and used by a second launch.
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

static inline cudaError_t bindTexture(size_t *offset, cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    // The memory of an object starts at an aligned address: *offset is what the pointer
    // lies above it, for the kernel to add.
    size_t before = 0;
    if (offset != NULL) {
        int device = 0, alignment = 1;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
        before = (size_t)pointer % alignment;
        *offset = before;
    }
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (char *)pointer - before;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size + before;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return recreateTexture(texture, desc, resource);
}

static cudaTextureObject_t keys = 0;
static size_t keys_offset;

__global__ void gather(int* out, const int* index, int n, int shift, cudaTextureObject_t keys) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<int>(keys, index[i] + shift);
}

static bool bind_keys(const int* p, size_t n) {
    return bindTexture(&keys_offset, keys, p, cudaCreateChannelDesc<int>(), n * sizeof(int)) == cudaSuccess;
}

static void gather_keys(int* out, const int* index, int n) {
    gather<<<(n + 255) / 256, 256>>>(out, index, n, keys_offset / sizeof(int), keys);
}

int main() {
    const int total = 1000, n = 400, start = 301;
    int all[total], index[n], out[n];
    for (int i = 0; i < total; i++) all[i] = i * 3;
    for (int i = 0; i < n; i++) index[i] = (i * 7) % n;
    int *d_all, *d_index, *d_out;
    cudaMalloc(&d_all, sizeof(all));
    cudaMalloc(&d_index, sizeof(index));
    cudaMalloc(&d_out, sizeof(out));
    cudaMemcpy(d_all, all, sizeof(all), cudaMemcpyHostToDevice);
    cudaMemcpy(d_index, index, sizeof(index), cudaMemcpyHostToDevice);
    int bad = 0;
    for (int pass = 0; pass < 3; pass++) {
        int first = start + pass * 50;
        if (!bind_keys(d_all + first, n)) bad++;
        gather_keys(d_out, d_index, n);
        gather_keys(d_out, d_index, n);
        cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) bad += out[i] != all[first + index[i]];
    }
    unbindTexture(keys);
    bad += cudaGetLastError() != cudaSuccess;
    cudaFree(d_all);
    cudaFree(d_index);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 3 * n);
    return bad != 0;
}
