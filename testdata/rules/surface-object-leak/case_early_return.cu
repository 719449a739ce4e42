// Returns taken while a surface object is live.
#include <cuda_runtime.h>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height);

void never(cudaArray_t array, int width, int height)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surf = 0;
    cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
    fill<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(surf, width, height);
    cudaDeviceSynchronize();
}

int too_large(const cudaResourceDesc &res, int width, int height)
{
    cudaSurfaceObject_t target;
    if (cudaCreateSurfaceObject(&target, &res) != cudaSuccess) // want "\btarget\b.*leak.*\bline 23\b"
        return -1;
    if (width * height > 1 << 24)
        return -2;
    fill<<<1, 256>>>(target, width, height);
    cudaDestroySurfaceObject(target);
    return 0;
}

// The source is open, and the target cannot be.
bool second_fails(const cudaResourceDesc &from, const cudaResourceDesc &to)
{
    cudaSurfaceObject_t source, target;
    if (cudaCreateSurfaceObject(&source, &from) != cudaSuccess) // want "\bsource\b.*leak.*\bline 36\b"
        return false;
    if (cudaCreateSurfaceObject(&target, &to) != cudaSuccess)
        return false;
    fill<<<1, 256>>>(source, 16, 16);
    fill<<<1, 256>>>(target, 16, 16);
    cudaDestroySurfaceObject(source);
    cudaDestroySurfaceObject(target);
    return true;
}

// The array goes, the object on it does not.
cudaError_t array_only(cudaArray_t array, int width, int height)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaSurfaceObject_t surf;
    cudaError_t err = cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
    if (err == cudaSuccess)
        fill<<<1, 256>>>(surf, width, height);
    return cudaFreeArray(array);
}

// Clean from here on.
int destroyed_everywhere(const cudaResourceDesc &res, int width, int height)
{
    cudaSurfaceObject_t target;
    if (cudaCreateSurfaceObject(&target, &res) != cudaSuccess)
        return -1;
    int status = 0;
    if (width * height > 1 << 24)
        status = -2;
    else
        fill<<<1, 256>>>(target, width, height);
    cudaDestroySurfaceObject(target);
    return status;
}

bool second_fails_and_first_goes(const cudaResourceDesc &from, const cudaResourceDesc &to)
{
    cudaSurfaceObject_t source, target;
    if (cudaCreateSurfaceObject(&source, &from) != cudaSuccess)
        return false;
    if (cudaCreateSurfaceObject(&target, &to) != cudaSuccess) {
        cudaDestroySurfaceObject(source);
        return false;
    }
    fill<<<1, 256>>>(source, 16, 16);
    fill<<<1, 256>>>(target, 16, 16);
    cudaDestroySurfaceObject(target);
    cudaDestroySurfaceObject(source);
    return true;
}

cudaError_t nested(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf = 0;
    cudaError_t err;
    if ((err = cudaCreateSurfaceObject(&surf, &res)) == cudaSuccess) {
        fill<<<1, 256>>>(surf, 16, 16);
        if ((err = cudaGetLastError()) == cudaSuccess)
            err = cudaDeviceSynchronize();
        cudaDestroySurfaceObject(surf);
    }
    return err;
}
