// Exceptions between create and destroy.
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

static void validate(int n)
{
    if (n <= 0)
        throw std::invalid_argument("n");
}

static int halved(int n) noexcept { return n / 2; }
void elsewhere(float *out, int n);

#define THROW_ERROR(call)                                                                                              \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess)                                                                                         \
            throw std::runtime_error(cudaGetErrorString(e_));                                                          \
    } while (0)

void throws_itself(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 30\b"
    if (n > 1 << 20)
        throw std::length_error("n");
    sample<<<1, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
}

void callee_throws(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 39\b"
    validate(n);
    sample<<<1, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
}

void macro_throws(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    cudaTextureObject_t tex;
    THROW_ERROR(cudaCreateTextureObject(&tex, &res, &desc, nullptr)); // want "\btex\b.*leak.*\bline 49\b"
    sample<<<1, 256>>>(tex, out, 256);
    THROW_ERROR(cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost));
    THROW_ERROR(cudaDestroyTextureObject(tex));
}

bool handler_returns(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 61\b"
    try {
        validate(n);
        sample<<<1, 256>>>(tex, out, n);
    } catch (const std::exception &) {
        return false;
    }
    cudaDestroyTextureObject(tex);
    return true;
}

void handler_throws_on(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    try {
        validate(n);
        sample<<<1, 256>>>(tex, out, n);
    } catch (...) {
        cudaDeviceSynchronize();
        throw;
    }
    cudaDestroyTextureObject(tex);
}

// The handler is for others.
bool handler_of_another_type(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 88\b"
    try {
        if (n < 0)
            throw n;
        sample<<<1, 256>>>(tex, out, n);
    } catch (const std::exception &) {
        cudaDestroyTextureObject(tex);
        return false;
    }
    cudaDestroyTextureObject(tex);
    return true;
}

// Clean from here on.
bool handler_of_a_number(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    try {
        if (n < 0)
            throw 1;
        sample<<<1, 256>>>(tex, out, n);
    } catch (int) {
        cudaDestroyTextureObject(tex);
        return false;
    }
    cudaDestroyTextureObject(tex);
    return true;
}

bool handler_of_the_base(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    bool good = true;
    try {
        if (n < 0)
            throw std::out_of_range("n");
        sample<<<1, 256>>>(tex, out, n);
    } catch (const std::logic_error &e) {
        good = false;
    }
    cudaDestroyTextureObject(tex);
    return good;
}

bool destroyed_in_both(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    try {
        validate(n);
        sample<<<1, 256>>>(tex, out, n);
        cudaDestroyTextureObject(tex);
    } catch (const std::exception &) {
        cudaDestroyTextureObject(tex);
        return false;
    }
    return true;
}

void destroyed_and_thrown_on(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    try {
        validate(n);
        sample<<<1, 256>>>(tex, out, n);
    } catch (...) {
        cudaDestroyTextureObject(tex);
        throw;
    }
    cudaDestroyTextureObject(tex);
}

void destroyed_after_the_handler(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    try {
        validate(n);
        sample<<<1, 256>>>(tex, out, n);
    } catch (const std::exception &) {
        n = 0;
    }
    cudaDestroyTextureObject(tex);
}

void throws_before(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    validate(n);
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        throw std::runtime_error("no texture object");
    sample<<<1, 256>>>(tex, out, halved(n));
    cudaDestroyTextureObject(tex);
    validate(n - 1);
}

// What a function out of sight throws is not known.
void out_of_sight(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, n);
    elsewhere(out, n);
    cudaDestroyTextureObject(tex);
}

// Storing counts as stored.
void stored(std::vector<cudaTextureObject_t> &all, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    all.push_back(tex);
    validate(static_cast<int>(all.size()) - 100);
}

struct Holder {
    cudaTextureObject_t t;
    ~Holder() { cudaDestroyTextureObject(t); }
};

void held(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    Holder h;
    cudaCreateTextureObject(&h.t, &res, &desc, nullptr);
    validate(n);
    sample<<<1, 256>>>(h.t, out, n);
}
