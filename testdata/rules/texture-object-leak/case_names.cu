// Functions out of sight whose names say little.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

struct Watch {
    virtual ~Watch() {}
    virtual void start() = 0;
    virtual void stop() = 0;
    virtual float value() const = 0;
};

struct Log {
    void error(const char *what);
    void warn(const char *what);
};

inline bool stop_watch(Watch **watch)
{
    if (*watch)
        (*watch)->stop();
    return true;
}

// A watch that stops does not stop the process.
float timed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Watch *watch)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    watch->start();
    sample<<<1, 256>>>(tex, out, 256);
    cudaDeviceSynchronize();
    watch->stop();
    return watch->value();
}

bool timed_by_a_function(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Watch *watch)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 44\b"
    sample<<<1, 256>>>(tex, out, 256);
    stop_watch(&watch);
    if (watch->value() > 1000)
        return false;
    cudaDestroyTextureObject(tex);
    return true;
}

// A log that is told of an error comes back.
void logged(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Log &log)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 57\b"
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        log.warn("no result");
        return;
    }
    cudaDestroyTextureObject(tex);
}

// Clean from here on.
float timed_and_destroyed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Watch *watch)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    watch->start();
    sample<<<1, 256>>>(tex, out, 256);
    cudaDeviceSynchronize();
    stop_watch(&watch);
    watch->stop();
    cudaDestroyTextureObject(tex);
    return watch->value();
}

void logged_and_destroyed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, Log &log)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaDeviceSynchronize() != cudaSuccess)
        log.error("no result");
    cudaDestroyTextureObject(tex);
}
