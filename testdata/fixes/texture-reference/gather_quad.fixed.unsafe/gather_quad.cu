// tex2Dgather: the four texels around a point.
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

static cudaTextureObject_t grid_tex = 0;
static cudaTextureDesc grid_tex_desc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeElementType};

__global__ void corners(uint4* out, int n, cudaTextureObject_t grid_tex) {
    int x = threadIdx.x, y = blockIdx.x;
    out[y * n + x] = tex2Dgather<uint4>(grid_tex, x + 1.0f, y + 1.0f, 0);
}

int main() {
    const int side = 12, n = side - 1;
    unsigned int in[side][side];
    uint4 out[n][n], *dev;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) in[y][x] = 100 * y + x;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned int>();
    cudaArray_t a;
    cudaMallocArray(&a, &d, side, side, cudaArrayTextureGather);
    cudaMemcpy2DToArray(a, 0, 0, in, sizeof in[0], sizeof in[0], side, cudaMemcpyHostToDevice);
    bindTextureToArray(grid_tex, grid_tex_desc, a);
    cudaMalloc(&dev, sizeof out);
    corners<<<n, n>>>(dev, n, grid_tex);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            uint4 o = out[y][x];
            // in the order (0,1), (1,1), (1,0), (0,0)
            if (o.x != in[y + 1][x] || o.y != in[y + 1][x + 1] || o.z != in[y][x + 1] || o.w != in[y][x]) bad++;
        }
    unbindTexture(grid_tex);
    cudaFreeArray(a);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n * n);
    return bad != 0;
}
