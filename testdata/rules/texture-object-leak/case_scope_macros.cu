// Macros that put off the destroy until the scope ends.
#include <cuda_runtime.h>
#include <utility>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

template <typename F> struct AtEnd {
    F f;
    ~AtEnd() { f(); }
};
struct AtEndMaker {
    template <typename F> AtEnd<F> operator+(F f) const { return AtEnd<F>{std::move(f)}; }
};
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define DEFER(statement) auto PASTE(at_end_, __LINE__) = AtEndMaker() + [&]() { statement; }
#define AT_END(...) auto PASTE(at_end_, __LINE__) = AtEndMaker() + [&]() __VA_ARGS__
#define IN_SCOPE(t) AtEnd<void (*)()> PASTE(in_scope_, __LINE__){[] {}}

// Put off too late.
bool late(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 26\b"
    if (n == 0)
        return false;
    AT_END({ cudaDestroyTextureObject(tex); });
    sample<<<1, 256>>>(tex, out, n);
    return true;
}

// Only a scope, and nothing is destroyed at its end.
void nothing_put_off(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    IN_SCOPE(tex);
    sample<<<1, 256>>>(tex, out, 256);
}

// Clean from here on.
bool block(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    AT_END({ cudaDestroyTextureObject(tex); });
    if (n == 0)
        return false;
    sample<<<1, 256>>>(tex, out, n);
    return true;
}

bool statement(const cudaResourceDesc *res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t a, b;
    if (cudaCreateTextureObject(&a, &res[0], &desc, nullptr) != cudaSuccess)
        return false;
    DEFER(cudaDestroyTextureObject(a));
    if (cudaCreateTextureObject(&b, &res[1], &desc, nullptr) != cudaSuccess)
        return false;
    DEFER(cudaDestroyTextureObject(b));
    sample<<<1, 256>>>(a, out, n);
    sample<<<1, 256>>>(b, out, n);
    return true;
}
