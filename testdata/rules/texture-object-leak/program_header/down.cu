#include "scale.cuh"

void down(const cudaResourceDesc &res, float *out)
{
    scale(res, out, 128);
    rescale(res, out, 128);
}
