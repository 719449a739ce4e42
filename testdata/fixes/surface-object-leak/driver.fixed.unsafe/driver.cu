// The functions of the driver.
#include <cuda.h>

CUresult run(CUfunction paint, const CUDA_RESOURCE_DESC *image, CUstream stream, int n)
{
    CUsurfObject surface;
    CUresult status = cuSurfObjectCreate(&surface, image);
    if (status != CUDA_SUCCESS)
        return status;
    if (n == 0) {
        cuSurfObjectDestroy(surface);
        return CUDA_ERROR_INVALID_VALUE;
    }
    void *arguments[] = {&surface, &n};
    status = cuLaunchKernel(paint, n, 1, 1, 256, 1, 1, 0, stream, arguments, nullptr);
    if (status != CUDA_SUCCESS) {
        cuCtxSynchronize();
        cuSurfObjectDestroy(surface);
        return status;
    }
    status = cuStreamSynchronize(stream);
    cuSurfObjectDestroy(surface);
    return status;
}
