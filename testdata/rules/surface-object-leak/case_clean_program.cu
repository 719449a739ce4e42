// Locals of a program that ends with them.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        surf2Dwrite(1.0f, surf, x * 4, y);
}

static void run(cudaArray_t array)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surf;
    if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess) {
        puts("no surface object");
        exit(1);
    }
    fill<<<dim3(4, 4), dim3(16, 16)>>>(surf, 64, 64);
    exit(cudaDeviceSynchronize() == cudaSuccess ? 0 : 1);
}

int main(int argc, char **argv)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, 64, 64, cudaArraySurfaceLoadStore) != cudaSuccess)
        return 1;
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surf = 0;
    cudaCreateSurfaceObject(&surf, &res);
    fill<<<dim3(4, 4), dim3(16, 16)>>>(surf, 64, 64);
    if (argc > 1)
        run(array);
    cudaDeviceSynchronize();
    cudaDeviceReset();
    return 0;
}
