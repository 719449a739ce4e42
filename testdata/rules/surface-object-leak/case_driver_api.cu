// cuSurfObjectCreate and cuSurfObjectDestroy.
#include <cuda.h>
#include <cstdio>
#include <cstdlib>

__global__ void fill(CUsurfObject surf, int width, int height);

static void stop(int status)
{
    puts(status ? "failed" : "done");
    if (status)
        exit(EXIT_FAILURE);
    exit(EXIT_SUCCESS);
}

// Every failure stops the process; what is left is the way to the end.
void verified(CUarray write, CUarray read)
{
    CUDA_RESOURCE_DESC desc = {};
    desc.resType = CU_RESOURCE_TYPE_ARRAY;
    desc.res.array.hArray = write;
    CUsurfObject to, from;
    CUresult status = cuSurfObjectCreate(&to, &desc); // want "\bto\b.*leak"
    if (status != CUDA_SUCCESS)
        stop(1);
    desc.res.array.hArray = read;
    status = cuSurfObjectCreate(&from, &desc); // want "\bfrom\b.*leak"
    if (status != CUDA_SUCCESS)
        stop(1);
    fill<<<16, 256>>>(to, 16, 16);
    fill<<<16, 256>>>(from, 16, 16);
    if (cuCtxSynchronize() != CUDA_SUCCESS)
        stop(1);
}

CUresult returned(const CUDA_RESOURCE_DESC *desc)
{
    CUsurfObject surf;
    CUresult status = cuSurfObjectCreate(&surf, desc); // want "\bsurf\b.*leak.*\bline 45\b"
    if (status != CUDA_SUCCESS)
        return status;
    fill<<<16, 256>>>(surf, 16, 16);
    status = cuCtxSynchronize();
    if (status != CUDA_SUCCESS)
        return status;
    return cuSurfObjectDestroy(surf);
}

// Clean from here on.
void verified_and_stopped(const CUDA_RESOURCE_DESC *desc)
{
    CUsurfObject surf;
    if (cuSurfObjectCreate(&surf, desc) != CUDA_SUCCESS)
        stop(1);
    fill<<<16, 256>>>(surf, 16, 16);
    stop(cuCtxSynchronize() != CUDA_SUCCESS);
}

CUresult destroyed(const CUDA_RESOURCE_DESC *desc)
{
    CUsurfObject surf;
    CUresult made = cuSurfObjectCreate(&surf, desc);
    if (made != CUDA_SUCCESS)
        return made;
    fill<<<16, 256>>>(surf, 16, 16);
    CUresult ran = cuCtxSynchronize();
    cuSurfObjectDestroy(surf);
    return ran;
}
