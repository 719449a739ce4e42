#include "view.cuh"

cudaSurfaceObject_t view_of(cudaArray_t array)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t view = 0;
    cudaCreateSurfaceObject(&view, &res);
    return view;
}

void end_view(cudaSurfaceObject_t view)
{
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(view);
}

__global__ void fill(cudaSurfaceObject_t surf, int width, int height)
{
    if (threadIdx.x < width)
        surf2Dwrite(0.0f, surf, threadIdx.x * 4, blockIdx.x % height);
}
