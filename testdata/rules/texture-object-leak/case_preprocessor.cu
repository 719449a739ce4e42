// flags: define=USE_TEXTURE=1
// Macros and #if around create and destroy.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
__global__ void plain(const float *in, float *out, int n);

#define RELEASE(t)                                                                                                     \
    do {                                                                                                               \
        if (t) {                                                                                                       \
            cudaDestroyTextureObject(t);                                                                               \
            t = 0;                                                                                                     \
        }                                                                                                              \
    } while (0)
#define RELEASE_LATER(t)
#define MAKE(t) cudaCreateTextureObject(&t, &res, &desc, nullptr)
#define WITH_TEXTURE(t) for (int once_ = MAKE(t) == cudaSuccess; once_; once_ = 0, cudaDestroyTextureObject(t))

void destroy_is_off(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
#if 0
    cudaDestroyTextureObject(tex);
#endif
}

void macro_is_empty(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    RELEASE_LATER(tex);
}

bool made_by_a_macro(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    MAKE(tex); // want "\btex\b.*leak.*\bline 42\b"
    if (n == 0)
        return false;
    sample<<<1, 256>>>(tex, out, n);
    RELEASE(tex);
    return true;
}

// Clean from here on.
void same_condition(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *in, float *out)
{
#if (USE_TEXTURE)
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
#else
    plain<<<1, 256>>>(in, out, 256);
#endif
    cudaDeviceSynchronize();
#if (USE_TEXTURE)
    cudaDestroyTextureObject(tex);
#endif
}

void same_name(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *in, float *out)
{
#ifdef BY_TEXTURE
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
#endif
    plain<<<1, 256>>>(in, out, 256);
#ifdef BY_TEXTURE
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
#endif
}

void either_way(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
#ifdef NDEBUG
    cudaDestroyTextureObject(tex);
#else
    if (cudaDestroyTextureObject(tex) != cudaSuccess)
        plain<<<1, 1>>>(out, out, 1);
#endif
}

void return_is_off(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    MAKE(tex);
    sample<<<1, 256>>>(tex, out, n);
#if 0
    if (n == 0)
        return;
#endif
    RELEASE(tex);
}

void for_macro(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    WITH_TEXTURE(tex) { sample<<<1, 256>>>(tex, out, 256); }
}
