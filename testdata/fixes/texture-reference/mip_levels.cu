// Two levels of a mipmapped array: reads at each level of detail.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, 2, cudaReadModeElementType> mip;

__global__ void level(float *out, int side, float lod)
{
    int x = threadIdx.x, y = threadIdx.y;
    out[y * side + x] = tex2DLod(mip, (x + 0.5f) / side, (y + 0.5f) / side, lod);
}

int main()
{
    const int side = 16;
    float base[side * side], half[side * side / 4], out[side * side];
    for (int i = 0; i < side * side; i++) base[i] = i;
    for (int i = 0; i < side * side / 4; i++) half[i] = -i;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mips;
    cudaMallocMipmappedArray(&mips, &desc, make_cudaExtent(side, side, 0), 2);
    cudaArray_t l0, l1;
    cudaGetMipmappedArrayLevel(&l0, mips, 0);
    cudaGetMipmappedArrayLevel(&l1, mips, 1);
    cudaMemcpy2DToArray(l0, 0, 0, base, side * 4, side * 4, side, cudaMemcpyHostToDevice);
    cudaMemcpy2DToArray(l1, 0, 0, half, side * 2, side * 2, side / 2, cudaMemcpyHostToDevice);
    mip.normalized = 1;
    mip.filterMode = cudaFilterModePoint;
    mip.mipmapFilterMode = cudaFilterModePoint;
    mip.minMipmapLevelClamp = 0;
    mip.maxMipmapLevelClamp = 1;
    cudaBindTextureToMipmappedArray(mip, mips, desc);
    float *dev;
    cudaMalloc((void **)&dev, sizeof(out));
    int bad = 0;
    for (int l = 0; l < 2; l++) {
        level<<<1, dim3(side, side)>>>(dev, side, (float)l);
        cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
        for (int i = 0; i < side * side; i++) {
            float want = l == 0 ? base[i] : half[(i / side / 2) * (side / 2) + i % side / 2];
            bad += out[i] != want;
        }
    }
    bad += cudaGetLastError() != cudaSuccess;
    cudaUnbindTexture(mip);
    cudaFreeMipmappedArray(mips);
    cudaFree(dev);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, 2 * side * side);
    return bad != 0;
}
