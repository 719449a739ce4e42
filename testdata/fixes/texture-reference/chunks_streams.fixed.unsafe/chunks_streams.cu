// Chunks of a buffer bound one after another, each launch in a stream of its own, with no wait between.
#include <cstdio>
#include <cuda_runtime.h>

#define CHUNK 512
#define CHUNKS 8

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

static cudaTextureObject_t chunk = 0;

__global__ void process(int *out, int rounds, cudaTextureObject_t chunk)
{
    int i = threadIdx.x, v = tex1Dfetch<int>(chunk, i);
    for (int r = 0; r < rounds; r++)
        v = tex1Dfetch<int>(chunk, (v & 0x7fffffff) % CHUNK) + r;
    out[i] = v;
}

static int in[CHUNKS * CHUNK], out[CHUNKS * CHUNK];

int main()
{
    for (int i = 0; i < CHUNKS * CHUNK; i++) in[i] = (i * 2654435761u) >> 8;
    int *din, *dout;
    cudaMalloc((void **)&din, sizeof(in));
    cudaMalloc((void **)&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
    cudaStream_t stream[2];
    for (int s = 0; s < 2; s++) cudaStreamCreate(&stream[s]);
    const int rounds = 2000;
    for (int c = 0; c < CHUNKS; c++) {
        bindTexture(chunk, din + c * CHUNK, cudaCreateChannelDesc<int>(), CHUNK * sizeof(int));
        process<<<1, CHUNK, 0, stream[c % 2]>>>(dout + c * CHUNK, rounds, chunk);
    }
    cudaDeviceSynchronize();
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int c = 0; c < CHUNKS; c++)
        for (int i = 0; i < CHUNK; i++) {
            const int *t = in + c * CHUNK;
            int v = t[i];
            for (int r = 0; r < rounds; r++) v = t[(v & 0x7fffffff) % CHUNK] + r;
            bad += v != out[c * CHUNK + i];
        }
    unbindTexture(chunk);
    for (int s = 0; s < 2; s++) cudaStreamDestroy(stream[s]);
    cudaFree(din);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, CHUNKS * CHUNK);
    return bad != 0;
}
