// What is not edited: the text of a macro, and steps that are not those of an index.
#include <cuda_runtime.h>

#define PUT(v, x, y) surf2Dwrite(v, image, x, y)
#define DOUBLED(i) ((i) * 2)

__global__ void k(cudaSurfaceObject_t image, const float *p)
{
    int x = threadIdx.x;
    PUT(p[x], x, 1);
    surf2Dwrite(p[x], image, DOUBLED(x), 0);
    x *= 2;
    surf2Dwrite(p[x], image, x, 0);
}
