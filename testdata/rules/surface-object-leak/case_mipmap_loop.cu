// One surface object per level of a mipmapped array.
#include <cuda_runtime.h>

__global__ void reduce(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height);

static cudaResourceDesc of_level(cudaMipmappedArray_t mipmap, unsigned level)
{
    cudaArray_t array;
    cudaGetMipmappedArrayLevel(&array, mipmap, level);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    return res;
}

// The object of the level read is destroyed, that of the level written is not.
void one_of_two(cudaMipmappedArray_t mipmap, unsigned levels, int width)
{
    for (unsigned l = 1; l < levels; l++) {
        cudaResourceDesc above = of_level(mipmap, l - 1), below = of_level(mipmap, l);
        cudaSurfaceObject_t from, to;
        cudaCreateSurfaceObject(&from, &above);
        cudaCreateSurfaceObject(&to, &below); // want "\bto\b.*leak"
        reduce<<<1, 256>>>(from, to, width >> l, width >> l);
        cudaDeviceSynchronize();
        cudaDestroySurfaceObject(from);
    }
}

void last_one_only(cudaMipmappedArray_t mipmap, unsigned levels, cudaSurfaceObject_t to)
{
    cudaSurfaceObject_t surf = 0;
    unsigned l = 0;
    while (l < levels) {
        cudaResourceDesc res = of_level(mipmap, l++);
        cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
        reduce<<<1, 256>>>(surf, to, 16, 16);
    }
    if (surf)
        cudaDestroySurfaceObject(surf);
}

bool stops_at_an_error(cudaMipmappedArray_t mipmap, unsigned levels, cudaSurfaceObject_t to)
{
    for (unsigned l = 0; l < levels; l++) {
        cudaResourceDesc res = of_level(mipmap, l);
        cudaSurfaceObject_t surf;
        cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak.*\bline 51\b"
        reduce<<<1, 256>>>(surf, to, 16, 16);
        if (cudaGetLastError() != cudaSuccess)
            return false;
        cudaDestroySurfaceObject(surf);
    }
    return true;
}

void all_levels_at_once(cudaMipmappedArray_t mipmap, int levels)
{
    cudaSurfaceObject_t surfs[16];
    for (int l = 0; l < levels; l++) {
        cudaResourceDesc res = of_level(mipmap, l);
        cudaCreateSurfaceObject(&surfs[l], &res); // want "\bsurfs\b.*leak"
    }
    for (int l = 1; l < levels; l++)
        reduce<<<1, 256>>>(surfs[l - 1], surfs[l], 16, 16);
}

// Clean from here on.
void both(cudaMipmappedArray_t mipmap, unsigned levels, int width)
{
    for (unsigned l = 1; l < levels; l++) {
        cudaResourceDesc above = of_level(mipmap, l - 1), below = of_level(mipmap, l);
        cudaSurfaceObject_t from, to;
        cudaCreateSurfaceObject(&from, &above);
        cudaCreateSurfaceObject(&to, &below);
        reduce<<<1, 256>>>(from, to, width >> l, width >> l);
        cudaDeviceSynchronize();
        cudaDestroySurfaceObject(to);
        cudaDestroySurfaceObject(from);
    }
}

// What was written becomes what is read.
void handed_down(cudaMipmappedArray_t mipmap, unsigned levels)
{
    cudaResourceDesc first = of_level(mipmap, 0);
    cudaSurfaceObject_t from;
    cudaCreateSurfaceObject(&from, &first);
    for (unsigned l = 1; l < levels; l++) {
        cudaResourceDesc res = of_level(mipmap, l);
        cudaSurfaceObject_t to;
        cudaCreateSurfaceObject(&to, &res);
        reduce<<<1, 256>>>(from, to, 16, 16);
        cudaDestroySurfaceObject(from);
        from = to;
    }
    cudaDestroySurfaceObject(from);
}

void all_levels_and_back(cudaMipmappedArray_t mipmap, int levels)
{
    cudaSurfaceObject_t surfs[16] = {0};
    for (int l = 0; l < levels; l++) {
        cudaResourceDesc res = of_level(mipmap, l);
        if (cudaCreateSurfaceObject(&surfs[l], &res) != cudaSuccess)
            surfs[l] = 0;
    }
    for (int l = 1; l < levels; l++)
        reduce<<<1, 256>>>(surfs[l - 1], surfs[l], 16, 16);
    for (int l = 0; l < levels; l++)
        if (surfs[l])
            cudaDestroySurfaceObject(surfs[l]);
}

bool stops_and_destroys(cudaMipmappedArray_t mipmap, unsigned levels, cudaSurfaceObject_t to)
{
    bool ok = true;
    for (unsigned l = 0; ok && l < levels; l++) {
        cudaResourceDesc res = of_level(mipmap, l);
        cudaSurfaceObject_t surf;
        if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess)
            return false;
        reduce<<<1, 256>>>(surf, to, 16, 16);
        ok = cudaGetLastError() == cudaSuccess;
        cudaDestroySurfaceObject(surf);
    }
    return ok;
}
