// Elements made in a loop, their status given to a function of another source.
#include <cuda_runtime.h>

__global__ void flip(cudaSurfaceObject_t surf, int width, int height);

void check(cudaError_t status, const char *what, int line);
#define CHECK(call) check((call), #call, __LINE__)

void planes_left(const cudaArray_t *levels, const int *widths, int planes)
{
    cudaSurfaceObject_t surfs[4] = {0};
    cudaResourceDesc res = {};
    for (int i = 0; i < planes; i++) {
        res.resType = cudaResourceTypeArray;
        res.res.array.array = levels[i];
        CHECK(cudaCreateSurfaceObject(&surfs[i], &res)); // want "\bsurfs\b.*leak"
        flip<<<1, 256>>>(surfs[i], widths[i], widths[i]);
    }
}

void plane_left(const cudaResourceDesc *res, int planes)
{
    for (int i = 0; i < planes; i++) {
        cudaSurfaceObject_t surf;
        CHECK(cudaCreateSurfaceObject(&surf, &res[i])); // want "\bsurf\b.*leak"
        flip<<<1, 256>>>(surf, 16, 16);
    }
}

// Clean from here on.
void planes_destroyed(const cudaResourceDesc *res, int planes)
{
    cudaSurfaceObject_t surfs[4] = {0};
    for (int i = 0; i < planes; i++) {
        CHECK(cudaCreateSurfaceObject(&surfs[i], &res[i]));
        flip<<<1, 256>>>(surfs[i], 16, 16);
    }
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < planes; i++)
        CHECK(cudaDestroySurfaceObject(surfs[i]));
}

void planes_of_the_caller(const cudaResourceDesc *res, cudaSurfaceObject_t *surfs, int planes)
{
    for (int i = 0; i < planes; i++)
        CHECK(cudaCreateSurfaceObject(&surfs[i], &res[i]));
}
