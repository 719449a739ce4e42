// Functions and macros that look at the status of the create.
#include <cuda_runtime.h>
#include <cstdio>
#include <stdexcept>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// Defined in another source: it reports an error, and returns whether there was none.
bool check(cudaError_t status, const char *what);
bool failed(cudaError_t status);
void report(cudaError_t status, const char *what);

static bool ok(cudaError_t status)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(status));
        return false;
    }
    return true;
}

static int code(cudaError_t status) { return status == cudaSuccess ? 0 : -1; }

// Its argument is written three times.
#define THROW(call)                                                                                                    \
    if (call != cudaSuccess) {                                                                                         \
        fprintf(stderr, "%s\n", cudaGetErrorString(call));                                                             \
        throw std::runtime_error(cudaGetErrorString(call));                                                            \
    }

bool copy_not_ok(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    cudaTextureObject_t tex;
    if (!ok(cudaCreateTextureObject(&tex, &res, &desc, nullptr))) // want "\btex\b.*leak.*\bline 38\b"
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    if (!ok(cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost)))
        return false;
    cudaDestroyTextureObject(tex);
    return true;
}

int sync_not_zero(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    if (code(cudaCreateTextureObject(&tex, &res, &desc, nullptr)) != 0) // want "\btex\b.*leak.*\bline 50\b"
        return -1;
    sample<<<1, 256>>>(tex, out, 256);
    if (code(cudaDeviceSynchronize()) != 0)
        return -1;
    return code(cudaDestroyTextureObject(tex));
}

void thrown_on(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    THROW(cudaCreateTextureObject(&tex, &res, &desc, nullptr)); // want "\btex\b.*leak.*\bline 59\b"
    sample<<<1, 256>>>(tex, out, 256);
    THROW(cudaDeviceSynchronize());
    THROW(cudaDestroyTextureObject(tex));
}

void never_destroyed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    report(cudaCreateTextureObject(&tex, &res, &desc, nullptr), "create"); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    report(cudaDeviceSynchronize(), "sync");
}

// Clean from here on.
bool checked_out_of_sight(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    if (!check(cudaCreateTextureObject(&tex, &res, &desc, nullptr), "create"))
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    bool done = check(cudaDeviceSynchronize(), "sync");
    check(cudaDestroyTextureObject(tex), "destroy");
    return done;
}

bool failed_out_of_sight(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaError_t status = cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (failed(status))
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
    return true;
}

bool checked_into_a_flag(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    bool good = check(cudaCreateTextureObject(&tex, &res, &desc, nullptr), "create");
    if (good) {
        sample<<<1, 256>>>(tex, out, 256);
        good &= check(cudaDeviceSynchronize(), "sync");
        good &= check(cudaDestroyTextureObject(tex), "destroy");
    }
    return good;
}

// Gives it out by reference, and says whether it did.
static bool make(const cudaResourceDesc &res, cudaTextureObject_t &tex)
{
    cudaTextureDesc desc = {};
    tex = 0;
    return check(cudaCreateTextureObject(&tex, &res, &desc, nullptr), "make");
}

static bool make_ok(const cudaResourceDesc &res, cudaTextureObject_t &tex)
{
    cudaTextureDesc desc = {};
    return ok(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
}

bool made_by_reference(const cudaResourceDesc &res, float *out, float *host)
{
    cudaTextureObject_t tex;
    if (!make(res, tex))
        return false;
    if (cudaMemcpy(out, host, 1024, cudaMemcpyHostToDevice) != cudaSuccess) {
        check(cudaDestroyTextureObject(tex), "destroy");
        return false;
    }
    sample<<<1, 256>>>(tex, out, 256);
    const bool done = check(cudaDeviceSynchronize(), "sync");
    check(cudaDestroyTextureObject(tex), "destroy");
    return done;
}

bool two_by_reference(const cudaResourceDesc *res, float *out)
{
    cudaTextureObject_t left, right;
    if (!make_ok(res[0], left))
        return false;
    if (!make_ok(res[1], right)) {
        cudaDestroyTextureObject(left);
        return false;
    }
    sample<<<1, 256>>>(left, out, 256);
    sample<<<1, 256>>>(right, out, 256);
    cudaDestroyTextureObject(right);
    cudaDestroyTextureObject(left);
    return true;
}

// What the macro writes again is the same call.
void written_again(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    THROW(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<1, 256>>>(tex, out, 256);
    THROW(cudaDestroyTextureObject(tex));
}

struct Wrapper {
    cudaTextureObject_t tex = 0;
    Wrapper(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        THROW(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    }
    ~Wrapper() noexcept(false) { THROW(cudaDestroyTextureObject(tex)); }
};

void created_out(const cudaResourceDesc &res, const cudaTextureDesc &desc, cudaTextureObject_t *out)
{
    THROW(cudaCreateTextureObject(out, &res, &desc, nullptr));
}
