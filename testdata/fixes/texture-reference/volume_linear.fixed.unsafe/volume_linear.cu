// Samples a volume along diagonals: 3D array, linear, normalised, unsigned char read as normalised float.
#include <cstdio>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>

typedef unsigned char VolumeType;

cudaArray *d_volumeArray = 0;

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

static cudaTextureDesc volumeTexDesc = {{cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp}, cudaFilterModePoint, cudaReadModeNormalizedFloat};
static cudaTextureObject_t volumeTex = 0;         // 3D texture

__global__ void d_march(float *out, int steps, cudaTextureObject_t volumeTex)
{
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0.0f;
    for (int i = 0; i < steps; i++) {
        float t = (i + 0.5f) / steps;
        sum += tex3D<float>(volumeTex, (x + 0.25f) / blockDim.x, (y + 0.75f) / blockDim.y, t);
    }
    out[y * blockDim.x + x] = sum;
}

void initCuda(void *h_volume, cudaExtent volumeSize)
{
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc<VolumeType>();
    cudaMalloc3DArray(&d_volumeArray, &channelDesc, volumeSize);

    cudaMemcpy3DParms copyParams = {0};
    copyParams.srcPtr = make_cudaPitchedPtr(h_volume, volumeSize.width * sizeof(VolumeType), volumeSize.width, volumeSize.height);
    copyParams.dstArray = d_volumeArray;
    copyParams.extent = volumeSize;
    copyParams.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&copyParams);

    volumeTexDesc.normalizedCoords = true;                      // access with normalized texture coordinates
    volumeTexDesc.filterMode = cudaFilterModeLinear;      // linear interpolation
    volumeTexDesc.addressMode[0] = cudaAddressModeClamp;  // clamp texture coordinates
    volumeTexDesc.addressMode[1] = cudaAddressModeClamp;
    volumeTexDesc.addressMode[2] = cudaAddressModeWrap;
    bindTextureToArray(volumeTex, volumeTexDesc, d_volumeArray);
}

void freeCudaBuffers()
{
    cudaFreeArray(d_volumeArray);
}

extern "C" void march(float *d_output, int side, int steps)
{
    d_march<<<1, dim3(side, side)>>>(d_output, steps, volumeTex);
}

static const int NX = 12, NY = 10, NZ = 8, SIDE = 16, STEPS = 20;
static std::vector<VolumeType> volume(NX * NY * NZ);

static float texel(int x, int y, int z)
{
    x = x < 0 ? 0 : x >= NX ? NX - 1 : x;
    y = y < 0 ? 0 : y >= NY ? NY - 1 : y;
    z = (z % NZ + NZ) % NZ;
    return volume[(z * NY + y) * NX + x] / 255.0f;
}

static float sample(float u, float v, float w)
{
    float p[3] = {u * NX - 0.5f, v * NY - 0.5f, w * NZ - 0.5f}, sum = 0;
    int b[3];
    for (int k = 0; k < 3; k++) { b[k] = (int)floorf(p[k]); p[k] -= b[k]; }
    for (int c = 0; c < 8; c++) {
        float f = 1;
        for (int k = 0; k < 3; k++) f *= c >> k & 1 ? p[k] : 1 - p[k];
        sum += f * texel(b[0] + (c & 1), b[1] + (c >> 1 & 1), b[2] + (c >> 2));
    }
    return sum;
}

int main()
{
    for (size_t i = 0; i < volume.size(); i++) volume[i] = (VolumeType)(128 + 100 * sinf(i * 0.1f));
    initCuda(volume.data(), make_cudaExtent(NX, NY, NZ));
    float *d_out, out[SIDE * SIDE];
    cudaMalloc(&d_out, sizeof(out));
    march(d_out, SIDE, STEPS);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            float want = 0;
            for (int i = 0; i < STEPS; i++) want += sample((x + 0.25f) / SIDE, (y + 0.75f) / SIDE, (i + 0.5f) / STEPS);
            if (!(fabsf(want - out[y * SIDE + x]) < 0.01f * STEPS)) bad++;
        }
    freeCudaBuffers();
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, SIDE * SIDE);
    return bad != 0;
}
