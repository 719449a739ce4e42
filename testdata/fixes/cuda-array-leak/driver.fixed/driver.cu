// Arrays of the driver, which does not take a null one to be released.
#include <cuda.h>

bool sometimes(const CUDA_ARRAY_DESCRIPTOR *format, CUdeviceptr out, int n)
{
    CUarray array = nullptr;
    if (n > 16)
        cuArrayCreate(&array, format);
    cuMemsetD8(out, 0, n);
    if (n > 16)
        cuMemcpyAtoD(out, array, 0, n);
    cuCtxSynchronize();
    if (array) cuArrayDestroy(array);
    return true;
}

CUresult twice(const CUDA_ARRAY_DESCRIPTOR *format)
{
    CUarray array;
    CUresult status = cuArrayCreate(&array, format);
    if (status != CUDA_SUCCESS)
        return status;
    cuArrayDestroy(array);
    return cuArrayDestroy(array);
}

CUresult mipmap(const CUDA_ARRAY3D_DESCRIPTOR *format, unsigned levels)
{
    CUmipmappedArray mipmap;
    CUresult status = cuMipmappedArrayCreate(&mipmap, format, levels);
    if (status != CUDA_SUCCESS)
        return status;
    CUarray first;
    CUresult result = cuMipmappedArrayGetLevel(&first, mipmap, 0);
    cuMipmappedArrayDestroy(mipmap);
    return result;
}
