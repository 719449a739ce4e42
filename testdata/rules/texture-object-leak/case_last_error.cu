// The error of the create, asked for by another call, and classes that others open.
#include <cuda_runtime.h>
#include <stdexcept>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

#define RETURN_LAST()                                                                                                  \
    do {                                                                                                               \
        cudaError_t e_ = cudaGetLastError();                                                                           \
        if (e_ != cudaSuccess)                                                                                         \
            return e_;                                                                                                 \
    } while (0)

// After the launch it is the launch's.
cudaError_t after_the_launch(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 21\b"
    RETURN_LAST();
    sample<<<1, 256>>>(tex, out, 256);
    RETURN_LAST();
    cudaDestroyTextureObject(tex);
    return cudaSuccess;
}

// Clean from here on.
bool right_after(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (cudaGetLastError() != cudaSuccess)
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
    return true;
}

void peeked(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    const cudaError_t status = cudaPeekAtLastError();
    if (status)
        throw std::runtime_error(cudaGetErrorString(status));
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

// A friend out of sight can destroy the member.
class Guarded {
public:
    explicit Guarded(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }

private:
    friend class GuardedDeleter;
    cudaTextureObject_t tex_ = 0;
};

// A conversion gives the handle out.
class Converted {
public:
    explicit Converted(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    operator cudaTextureObject_t() const { return tex_; }

private:
    cudaTextureObject_t tex_ = 0;
};

void destroys(const Converted &c) { cudaDestroyTextureObject(c); }
