// switch between create and destroy.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
enum class Mode { point, linear, cubic };

int one_case_returns(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Mode mode)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 19\b"
    switch (mode) {
    case Mode::point:
        sample<<<1, 256>>>(tex, out, 256);
        break;
    case Mode::linear:
        sample<<<1, 128>>>(tex, out, 256);
        break;
    case Mode::cubic:
        return -1;
    }
    cudaDestroyTextureObject(tex);
    return 0;
}

void one_case_forgets(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int mode)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    switch (mode) {
    case 0:
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
        break;
    case 1:
        sample<<<1, 128>>>(tex, out, 256);
        break;
    default:
        cudaDestroyTextureObject(tex);
    }
}

void no_default(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int mode)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    switch (mode) {
    case 0:
        sample<<<1, 256>>>(tex, out, 256);
    // fall through
    case 1:
        cudaDestroyTextureObject(tex);
        break;
    }
}

// Clean from here on.
void every_case(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int mode)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    switch (mode) {
    case 0:
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
        return;
    case 1:
        sample<<<1, 128>>>(tex, out, 256);
        // fall through
    default:
        cudaDestroyTextureObject(tex);
        break;
    }
}

void same_case_twice(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, const int kind)
{
    cudaTextureObject_t tex = 0;
    switch (kind) {
    case 1:
        cudaCreateTextureObject(&tex, &in[0], &desc, nullptr);
        break;
    case 2:
        cudaCreateTextureObject(&tex, &in[1], &desc, nullptr);
        break;
    default:
        return;
    }
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

void after_the_switch(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Mode mode)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    switch (mode) {
    case Mode::point:
        sample<<<1, 256>>>(tex, out, 256);
        break;
    default:
        break;
    }
    cudaDestroyTextureObject(tex);
}
