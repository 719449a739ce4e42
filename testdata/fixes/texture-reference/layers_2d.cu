// A layered texture, normalised coordinates, one launch per layer.
#include <cstdio>
#include <cuda_runtime.h>

texture<float, cudaTextureType2DLayered> tex;

__global__ void transformKernel(float *g_odata, int width, int height, int layer)
{
    unsigned int x = blockIdx.x*blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y*blockDim.y + threadIdx.y;
    float u = (x+0.5f) / (float) width;
    float v = (y+0.5f) / (float) height;
    g_odata[layer*width*height + y*width + x] = -tex2DLayered(tex, u, v, layer) + layer;
}

int main()
{
    const unsigned int width = 32, height = 32, num_layers = 5;
    const unsigned int count = width * height * num_layers, size = count * sizeof(float);
    static float h_data[count], h_odata[count];
    for (unsigned int i = 0; i < count; i++) h_data[i] = (float)(i % 1000);

    float *d_data = NULL;
    cudaMalloc((void **) &d_data, size);
    cudaChannelFormatDesc channelDesc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaArray *cu_3darray;
    cudaMalloc3DArray(&cu_3darray, &channelDesc, make_cudaExtent(width, height, num_layers), cudaArrayLayered);
    cudaMemcpy3DParms myparms = {0};
    myparms.srcPos = make_cudaPos(0,0,0);
    myparms.dstPos = make_cudaPos(0,0,0);
    myparms.srcPtr = make_cudaPitchedPtr(h_data, width * sizeof(float), width, height);
    myparms.dstArray = cu_3darray;
    myparms.extent = make_cudaExtent(width, height, num_layers);
    myparms.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&myparms);

    tex.addressMode[0] = cudaAddressModeWrap;
    tex.addressMode[1] = cudaAddressModeWrap;
    tex.filterMode = cudaFilterModeLinear;
    tex.normalized = true;  // access with normalized texture coordinates
    cudaBindTextureToArray(tex, cu_3darray, channelDesc);

    dim3 dimBlock(8, 8, 1);
    dim3 dimGrid(width / dimBlock.x, height / dimBlock.y, 1);
    for (unsigned int layer = 0; layer < num_layers; layer++)
        transformKernel<<< dimGrid, dimBlock, 0 >>>(d_data, width, height, layer);
    cudaMemcpy(h_odata, d_data, size, cudaMemcpyDeviceToHost);

    int bad = cudaGetLastError() != cudaSuccess;
    for (unsigned int i = 0; i < count; i++) {
        float want = -h_data[i] + (float)(i / (width * height));
        if (!(h_odata[i] - want < 1e-2f && want - h_odata[i] < 1e-2f)) bad++;
    }
    cudaFree(d_data);
    cudaFreeArray(cu_3darray);
    printf(bad ? "FAIL %d of %u\n" : "OK\n", bad, count);
    return bad != 0;
}
