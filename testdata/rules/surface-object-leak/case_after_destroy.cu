// Surface objects destroyed twice, or used after.
#include <cuda_runtime.h>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height);

static void finish(cudaSurfaceObject_t *surf)
{
    cudaDeviceSynchronize();
    cudaDestroySurfaceObject(*surf);
}

void twice(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    fill<<<1, 256>>>(surf, 16, 16);
    cudaDestroySurfaceObject(surf);
    cudaDestroySurfaceObject(surf); // want "\bsurf\b.*(destroyed|released) (twice|again)"
}

void twice_when_it_fails(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess)
        return;
    fill<<<1, 256>>>(surf, 16, 16);
    if (cudaDeviceSynchronize() != cudaSuccess)
        cudaDestroySurfaceObject(surf);
    finish(&surf); // want "\bsurf\b.*(destroyed|released) (twice|again)"
}

void wrong_one_of_two(const cudaResourceDesc *res)
{
    cudaSurfaceObject_t from, to;
    cudaCreateSurfaceObject(&from, &res[0]);
    cudaCreateSurfaceObject(&to, &res[1]); // want "\bto\b.*leak"
    fill<<<1, 256>>>(to, 16, 16);
    cudaDestroySurfaceObject(from);
    cudaDestroySurfaceObject(from); // want "\bfrom\b.*(destroyed|released) (twice|again)"
}

void launched_after(const cudaResourceDesc &res, int passes)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    fill<<<1, 256>>>(surf, 16, 16);
    finish(&surf);
    if (passes > 1)
        fill<<<1, 256>>>(surf, 32, 32); // want "\bsurf\b.*used after"
}

void asked_after(const cudaResourceDesc &res, cudaResourceDesc *back)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    cudaDestroySurfaceObject(surf);
    cudaGetSurfaceObjectResourceDesc(back, surf); // want "\bsurf\b.*used after"
}

// Clean from here on.
void made_again(const cudaResourceDesc *res, int n)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res[0]);
    for (int i = 1; i < n; i++) {
        fill<<<1, 256>>>(surf, 16, 16);
        finish(&surf);
        cudaCreateSurfaceObject(&surf, &res[i]);
    }
    finish(&surf);
}

void either(const cudaResourceDesc &res, bool wait)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    fill<<<1, 256>>>(surf, 16, 16);
    if (wait)
        finish(&surf);
    else
        cudaDestroySurfaceObject(surf);
}

void asked_before(const cudaResourceDesc &res, cudaResourceDesc *back)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    cudaGetSurfaceObjectResourceDesc(back, surf);
    cudaDestroySurfaceObject(surf);
    surf = 0;
}
