// Surface objects and the arrays under them.
#include <cuda_runtime.h>

__global__ void paint(cudaSurfaceObject_t surface, int width);
__global__ void copy(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width);

bool fill(cudaArray_t array, int width, int height)
{
    cudaResourceDesc image = {};
    image.resType = cudaResourceTypeArray;
    image.res.array.array = array;
    cudaSurfaceObject_t surface = 0;
    if (cudaCreateSurfaceObject(&surface, &image) != cudaSuccess) return false;
    if (width % 32 != 0) {
        cudaDestroySurfaceObject(surface);
        return false;  // surface is lost
    }
    paint<<<height, width>>>(surface, width);
    cudaDeviceSynchronize();
    return cudaDestroySurfaceObject(surface) == cudaSuccess;
}

void levels(cudaMipmappedArray_t mipmap, unsigned count, int width)
{
    for (unsigned l = 0; l + 1 < count; l++) {
        cudaArray_t upper, lower;
        cudaGetMipmappedArrayLevel(&upper, mipmap, l);
        cudaGetMipmappedArrayLevel(&lower, mipmap, l + 1);
        cudaResourceDesc image = {};
        image.resType = cudaResourceTypeArray;
        cudaSurfaceObject_t from, to;
        image.res.array.array = upper;
        cudaCreateSurfaceObject(&from, &image);
        image.res.array.array = lower;
        cudaCreateSurfaceObject(&to, &image);
        copy<<<1, width>>>(from, to, width >> l);
        cudaDeviceSynchronize();
        cudaDestroySurfaceObject(from);
        cudaDestroySurfaceObject(to);
    }
}

// The array goes after the object.
void with_array(int width)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, width, 0, cudaArraySurfaceLoadStore);
    cudaResourceDesc image = {};
    image.resType = cudaResourceTypeArray;
    image.res.array.array = array;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &image);
    paint<<<1, width>>>(surface, width);
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(surface);
    cudaFreeArray(array);
}

// Nothing is destroyed before the kernel is done.
void asynchronous(const cudaResourceDesc &image, int width, cudaStream_t stream)
{
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &image);
    paint<<<1, width, 0, stream>>>(surface, width);
}

// The macro returns: left alone.
#define TRY(call) if ((call) != cudaSuccess) return false
bool tried(const cudaResourceDesc &image, int width)
{
    cudaSurfaceObject_t surface = 0;
    TRY(cudaCreateSurfaceObject(&surface, &image));
    paint<<<1, width>>>(surface, width);
    TRY(cudaDeviceSynchronize());
    TRY(cudaDestroySurfaceObject(surface));
    return true;
}
