// References declared through typedefs.
#include <cstdio>
#include <cuda_runtime.h>

typedef texture<ushort2, 2, cudaReadModeElementType> image_t;
typedef texture<float, 1> vector_t;

static image_t depth;
vector_t scale, bias;

__device__ static float convert(int x, int y)
{
    ushort2 d = tex2D(depth, x, y);
    return d.x * tex1Dfetch(scale, x) + d.y * tex1Dfetch(bias, y);
}

__global__ void convertAll(float *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = convert(threadIdx.x, blockIdx.x);
}

int main()
{
    const int w = 24, h = 11;
    static ushort2 in[h][w];
    float sc[w], bi[h], out[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) in[y][x] = make_ushort2(x * 100, y * 1000);
    for (int x = 0; x < w; x++) sc[x] = 0.5f * x;
    for (int y = 0; y < h; y++) bi[y] = 2.0f * y;
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<ushort2>();
    cudaMallocArray(&array, &desc, w, h);
    cudaMemcpy2DToArray(array, 0, 0, in, sizeof(in[0]), sizeof(in[0]), h, cudaMemcpyHostToDevice);
    float *d_sc, *d_bi, *d_out;
    cudaMalloc((void**)&d_sc, sizeof(sc));
    cudaMalloc((void**)&d_bi, sizeof(bi));
    cudaMalloc((void**)&d_out, sizeof(out));
    cudaMemcpy(d_sc, sc, sizeof(sc), cudaMemcpyHostToDevice);
    cudaMemcpy(d_bi, bi, sizeof(bi), cudaMemcpyHostToDevice);
    cudaBindTextureToArray(depth, array, desc);
    cudaBindTexture(0, scale, d_sc, w * sizeof(float));
    cudaBindTexture(0, bias, d_bi, h * sizeof(float));
    convertAll<<<h, w>>>(d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(depth);
    cudaUnbindTexture(scale);
    cudaUnbindTexture(bias);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            bad += out[y][x] != in[y][x].x * sc[x] + in[y][x].y * bi[y];
    cudaFreeArray(array);
    cudaFree(d_sc);
    cudaFree(d_bi);
    cudaFree(d_out);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, w * h);
    return bad != 0;
}
