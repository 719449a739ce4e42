// Binds inside the usual error macros, one of which returns.
#include <iostream>
#include <cuda_runtime.h>

inline void __cudaSafeCall(cudaError err, const char *file, const int line) {
    if (cudaSuccess != err) {
        std::cerr << file << "(" << line << ") : " << cudaGetErrorString(err) << std::endl;
        exit(-1);
    }
}
#define cutilSafeCall(err) __cudaSafeCall(err, __FILE__, __LINE__)
#define CU_TRY(expr)                       \
    do {                                   \
        cudaError_t _e = (expr);           \
        if (_e != cudaSuccess) return _e;  \
    } while (0)

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

static cudaTextureObject_t oldPos = 0;
static cudaTextureObject_t cellStart = 0;

__global__ void kern(float4 *out, uint n, cudaTextureObject_t oldPos, cudaTextureObject_t cellStart) {
    uint i = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (i >= n) return;
    uint c = tex1Dfetch<uint>(cellStart, i);
    float4 p = tex1Dfetch<float4>(oldPos, c);
    p.w = (float)c;
    out[i] = p;
}

static cudaError_t run(float4 *out, float4 *pos, uint *cells, uint n) {
    CU_TRY(bindTexture(oldPos, pos, cudaCreateChannelDesc<float4>(), n * sizeof(float4)));
    CU_TRY(bindTexture(cellStart, cells, cudaCreateChannelDesc<uint>(), n * sizeof(uint)));
    kern<<<(n + 63) / 64, 64>>>(out, n, oldPos, cellStart);
    CU_TRY(cudaGetLastError());
    CU_TRY(unbindTexture(oldPos));
    CU_TRY(unbindTexture(cellStart));
    return cudaSuccess;
}

static void runAgain(float4 *out, float4 *pos, uint *cells, uint n) {
    cutilSafeCall(bindTexture(oldPos, pos, cudaCreateChannelDesc<float4>(), n * sizeof(float4)));
    cutilSafeCall(bindTexture(cellStart, cells, cudaCreateChannelDesc<uint>(), n * sizeof(uint)));
    kern<<<(n + 31) / 32, 32>>>(out, n, oldPos, cellStart);
    cutilSafeCall(unbindTexture(oldPos));
    cutilSafeCall(unbindTexture(cellStart));
}

int main() {
    const uint n = 200;
    float4 pos[n], out[n], again[n], *d_pos, *d_out;
    uint cells[n], *d_cells;
    for (uint i = 0; i < n; i++) {
        pos[i] = make_float4(i, 2.f * i, -1.f * i, 0);
        cells[i] = (i * 7 + 3) % n;
    }
    cutilSafeCall(cudaMalloc(&d_pos, sizeof pos));
    cutilSafeCall(cudaMalloc(&d_out, sizeof out));
    cutilSafeCall(cudaMalloc(&d_cells, sizeof cells));
    cutilSafeCall(cudaMemcpy(d_pos, pos, sizeof pos, cudaMemcpyHostToDevice));
    cutilSafeCall(cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice));
    cutilSafeCall(run(d_out, d_pos, d_cells, n));
    cutilSafeCall(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    cutilSafeCall(cudaMemset(d_out, 0, sizeof out));
    runAgain(d_out, d_pos, d_cells, n);
    cutilSafeCall(cudaMemcpy(again, d_out, sizeof again, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (uint i = 0; i < n; i++) {
        float4 p = pos[cells[i]];
        if (out[i].x != p.x || out[i].y != p.y || out[i].z != p.z || out[i].w != cells[i]) bad++;
        if (again[i].x != p.x || again[i].y != p.y || again[i].z != p.z || again[i].w != cells[i]) bad++;
    }
    cudaFree(d_pos);
    cudaFree(d_out);
    cudaFree(d_cells);
    if (bad) std::cout << "FAIL " << bad << " of " << 2 * n << std::endl;
    else std::cout << "OK" << std::endl;
    return bad != 0;
}
