#include "scale.cuh"

void up(const cudaResourceDesc &res, float *out)
{
    scale(res, out, 512);
    rescale(res, out, 512);
}
