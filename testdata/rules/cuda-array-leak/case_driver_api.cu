// cuArrayCreate, cuArray3DCreate, cuMipmappedArrayCreate.
#include <cuda.h>

CUresult copied(const CUDA_ARRAY_DESCRIPTOR *format, CUDA_MEMCPY2D *copy)
{
    CUarray array;
    CUresult status = cuArrayCreate(&array, format); // want "\barray\b.*leak.*\bline 13\b"
    if (status != CUDA_SUCCESS)
        return status;
    copy->dstMemoryType = CU_MEMORYTYPE_HOST;
    status = cuCtxSynchronize();
    if (status != CUDA_SUCCESS)
        return status;
    return cuArrayDestroy(array);
}

void volume(const CUDA_ARRAY3D_DESCRIPTOR *format)
{
    CUarray array = NULL;
    if (cuArray3DCreate(&array, format) == CUDA_SUCCESS) // want "\barray\b.*leak"
        cuCtxSynchronize();
}

int mipmapped(const CUDA_ARRAY3D_DESCRIPTOR *format, unsigned levels)
{
    CUmipmappedArray mipmap;
    if (cuMipmappedArrayCreate(&mipmap, format, levels) != CUDA_SUCCESS) // want "\bmipmap\b.*leak.*\bline 31\b"
        return 1;
    CUarray level;
    if (cuMipmappedArrayGetLevel(&level, mipmap, levels - 1) != CUDA_SUCCESS)
        return 2;
    cuMipmappedArrayDestroy(mipmap);
    return 0;
}

// Clean from here on.
CUresult destroyed(const CUDA_ARRAY_DESCRIPTOR *format)
{
    CUarray array;
    CUresult status = cuArrayCreate(&array, format);
    if (status != CUDA_SUCCESS)
        return status;
    status = cuCtxSynchronize();
    cuArrayDestroy(array);
    return status;
}

struct Producer {
    CUarray argb, yuv[3];
};

CUresult producer_init(Producer *p, const CUDA_ARRAY3D_DESCRIPTOR *format)
{
    CUresult status = cuArray3DCreate(&p->argb, format);
    if (status != CUDA_SUCCESS)
        return status;
    for (int i = 0; i < 3; i++) {
        status = cuArray3DCreate(&p->yuv[i], format);
        if (status != CUDA_SUCCESS)
            return status;
    }
    return status;
}

bool destroyed_level_by_level(const CUDA_ARRAY3D_DESCRIPTOR *format)
{
    CUmipmappedArray mipmap = 0;
    CUarray level;
    bool ok = cuMipmappedArrayCreate(&mipmap, format, 4) == CUDA_SUCCESS;
    if (ok)
        ok = cuMipmappedArrayGetLevel(&level, mipmap, 0) == CUDA_SUCCESS;
    if (mipmap)
        cuMipmappedArrayDestroy(mipmap);
    return ok;
}
