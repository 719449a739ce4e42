#include "kernels.h"

texture<unsigned char, 2, cudaReadModeElementType> gImage;

void setImage(cudaArray *array)
{
    gImage.addressMode[0] = cudaAddressModeClamp;
    gImage.addressMode[1] = cudaAddressModeClamp;
    cudaBindTextureToArray(gImage, array);
}

void dropImage()
{
    cudaUnbindTexture(gImage);
}

__global__ void sobel(short *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    int h = tex2D(gImage, x + 1, y - 1) + 2 * tex2D(gImage, x + 1, y) + tex2D(gImage, x + 1, y + 1)
          - tex2D(gImage, x - 1, y - 1) - 2 * tex2D(gImage, x - 1, y) - tex2D(gImage, x - 1, y + 1);
    out[y * width + x] = (short)h;
}
