#include "textures.h"

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

void forgets(float *p, float *out, int n)
{
    cudaTextureObject_t input = make_linear(p, n); // want "\binput\b.*leak"
    sample<<<1, 256>>>(input, out, n);
}

// note does not destroy it.
void notes(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    note(tex);
}

// Clean: drop destroys it, and fail does not come back.
void drops(float *p, float *out, int n)
{
    cudaTextureObject_t input = make_linear(p, n);
    if (n > 1024)
        fail("too many");
    sample<<<1, 256>>>(input, out, n);
    drop(input);
}
