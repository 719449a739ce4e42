// Rows of a matrix whose start is not aligned: the bind returns an offset, which the kernel adds.
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

static cudaTextureObject_t rowTex = 0;

__global__ void reverseRow(float *out, int n, int first, cudaTextureObject_t rowTex)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<float>(rowTex, first + n - 1 - i);
}

int main()
{
    const int rows = 9, cols = 53;
    float h[rows * cols], out[cols];
    for (int i = 0; i < rows * cols; i++) h[i] = 0.5f * i;
    float *d, *dout;
    cudaMalloc((void **)&d, sizeof(h));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);

    int bad = 0;
    for (int r = 0; r < rows; r++) {
        size_t offset;
        cudaError_t status = bindTexture(&offset, rowTex, d + r * cols, cudaCreateChannelDesc<float>(), cols * sizeof(float));
        if (status != cudaSuccess) bad++;
        reverseRow<<<1, 64>>>(dout, cols, (int)(offset / sizeof(float)), rowTex);
        cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
        unbindTexture(rowTex);
        for (int i = 0; i < cols; i++)
            if (out[i] != h[r * cols + cols - 1 - i]) bad++;
    }
    if (cudaGetLastError() != cudaSuccess) bad++;
    cudaFree(d);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, rows * cols);
    return bad != 0;
}
