// Returns taken while an array is allocated.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

void never(const float *host, int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, width, height); // want "\barray\b.*leak"
    cudaMemcpy2DToArray(array, 0, 0, host, width * 4, width * 4, height, cudaMemcpyHostToDevice);
}

// Put into a descriptor of this function, the array is still its own.
void texture_goes_array_stays(const float *host, float *out, int width)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *table;
    cudaMallocArray(&table, &format, width); // want "\btable\b.*leak"
    cudaMemcpy2DToArray(table, 0, 0, host, width * 4, width * 4, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = table;
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, width);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

bool copy_fails(const float *host, cudaExtent extent)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t volume;
    if (cudaMalloc3DArray(&volume, &format, extent) != cudaSuccess) // want "\bvolume\b.*leak.*\bline 44\b"
        return false;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float *>(host), extent.width * 4, extent.width, extent.height);
    copy.dstArray = volume;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    if (cudaMemcpy3D(&copy) != cudaSuccess)
        return false;
    return cudaFreeArray(volume) == cudaSuccess;
}

// The second allocation fails.
cudaError_t second_fails(int width, int height, float *host)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t image, temp;
    cudaError_t err = cudaMallocArray(&image, &format, width, height); // want "\bimage\b.*leak.*\bline 58\b"
    if (err != cudaSuccess)
        return err;
    err = cudaMallocArray(&temp, &format, width, height);
    if (err != cudaSuccess)
        return err;
    cudaMemcpy2DArrayToArray(temp, 0, 0, image, 0, 0, width * 4, height);
    cudaFreeArray(temp);
    cudaFreeArray(image);
    return cudaSuccess;
}

void no_levels(cudaExtent extent, unsigned levels, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    cudaMipmappedArray_t mipmap;
    if (cudaMallocMipmappedArray(&mipmap, &format, extent, levels) != cudaSuccess) // want "\bmipmap\b.*leak.*\bline 72\b"
        return;
    if (levels < 2)
        return;
    cudaArray_t level;
    cudaGetMipmappedArrayLevel(&level, mipmap, 1);
    cudaFreeMipmappedArray(mipmap);
}

// Clean from here on.
void freed(const float *host, int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    if (cudaMallocArray(&array, &format, width, height))
        return;
    cudaMemcpy2DToArray(array, 0, 0, host, width * 4, width * 4, height, cudaMemcpyHostToDevice);
    cudaFreeArray(array);
}

// A null array can be freed.
cudaError_t freed_at_the_end(int width, int height)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t image = nullptr, temp = nullptr;
    cudaError_t err = cudaMallocArray(&image, &format, width, height);
    if (err == cudaSuccess)
        err = cudaMallocArray(&temp, &format, width, height);
    if (err == cudaSuccess)
        err = cudaMemcpy2DArrayToArray(temp, 0, 0, image, 0, 0, width * 4, height);
    cudaFreeArray(temp);
    cudaFreeArray(image);
    return err;
}

// A level belongs to its mipmapped array, a mapped array to its resource.
void not_owned(cudaMipmappedArray_t mipmap, cudaGraphicsResource_t resource, float *out)
{
    cudaArray_t level, mapped;
    cudaGetMipmappedArrayLevel(&level, mipmap, 0);
    cudaGraphicsMapResources(1, &resource);
    cudaGraphicsSubResourceGetMappedArray(&mapped, resource, 0, 0);
    cudaMemcpy2DFromArray(out, 64, mapped, 0, 0, 64, 16, cudaMemcpyDeviceToDevice);
    cudaGraphicsUnmapResources(1, &resource);
}

void both_freed(const float *host, float *out, int width)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *table = 0;
    cudaMallocArray(&table, &format, width);
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = table;
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex = 0;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess) {
        cudaFreeArray(table);
        return;
    }
    sample<<<1, 256>>>(tex, out, width);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    cudaFreeArray(table);
}
