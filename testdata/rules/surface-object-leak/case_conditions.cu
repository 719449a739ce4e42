// Create and destroy under conditions.
#include <cuda_runtime.h>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height);
__global__ void copy(const float *from, float *to, int n);

enum Path { by_surface, by_pointer };

void other_value(const cudaResourceDesc &res, Path path)
{
    cudaSurfaceObject_t surf = 0;
    if (path == by_surface) {
        cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
        fill<<<1, 256>>>(surf, 16, 16);
    }
    if (path == by_pointer)
        cudaDestroySurfaceObject(surf);
}

// The handle is zeroed before it is tested.
void zeroed_first(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
    fill<<<1, 256>>>(surf, 16, 16);
    surf = 0;
    if (surf)
        cudaDestroySurfaceObject(surf);
}

// The status is that of another call by then.
cudaError_t status_of_another(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    cudaError_t status = cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak"
    if (status != cudaSuccess)
        return status;
    fill<<<1, 256>>>(surf, 16, 16);
    status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        cudaDestroySurfaceObject(surf);
    return status;
}

int switched(const cudaResourceDesc &res, int format)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak.*\bline 55\b"
    switch (format) {
    case 8:
    case 16:
        fill<<<1, 256>>>(surf, format, format);
        break;
    default:
        return -1;
    }
    cudaDestroySurfaceObject(surf);
    return 0;
}

// Clean from here on.
void same_value(const cudaResourceDesc &res, Path path, const float *from, float *to)
{
    cudaSurfaceObject_t surf = 0;
    if (path == by_surface) {
        cudaCreateSurfaceObject(&surf, &res);
        fill<<<1, 256>>>(surf, 16, 16);
    } else {
        copy<<<1, 256>>>(from, to, 256);
    }
    cudaDeviceSynchronize();
    if (path == by_surface)
        cudaDestroySurfaceObject(surf);
}

void pair(const cudaResourceDesc *res, bool in_place)
{
    cudaSurfaceObject_t from, to = 0;
    cudaCreateSurfaceObject(&from, &res[0]);
    if (!in_place)
        cudaCreateSurfaceObject(&to, &res[1]);
    fill<<<1, 256>>>(in_place ? from : to, 16, 16);
    if (!in_place)
        cudaDestroySurfaceObject(to);
    cudaDestroySurfaceObject(from);
}

cudaError_t status_kept(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    cudaError_t made = cudaCreateSurfaceObject(&surf, &res), ran = cudaSuccess;
    if (made == cudaSuccess) {
        fill<<<1, 256>>>(surf, 16, 16);
        ran = cudaDeviceSynchronize();
    }
    if (made == cudaSuccess)
        cudaDestroySurfaceObject(surf);
    return made != cudaSuccess ? made : ran;
}

int cleanup(const cudaResourceDesc *res, float *host)
{
    int status = -1;
    cudaSurfaceObject_t a = 0, b = 0;
    if (cudaCreateSurfaceObject(&a, &res[0]) != cudaSuccess)
        goto done;
    if (cudaCreateSurfaceObject(&b, &res[1]) != cudaSuccess)
        goto done;
    fill<<<1, 256>>>(a, 16, 16);
    fill<<<1, 256>>>(b, 16, 16);
    if (cudaDeviceSynchronize() != cudaSuccess)
        goto done;
    status = 0;
done:
    if (b != 0)
        cudaDestroySurfaceObject(b);
    if (a != 0)
        cudaDestroySurfaceObject(a);
    return status;
}

static cudaSurfaceObject_t made_once(const cudaResourceDesc &res)
{
    static cudaSurfaceObject_t surf = 0;
    if (surf == 0 && cudaCreateSurfaceObject(&surf, &res) != cudaSuccess)
        surf = 0;
    return surf;
}

void uses_the_one(const cudaResourceDesc &res) { fill<<<1, 256>>>(made_once(res), 16, 16); }
