// Functions that a handle is given to.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

static void launch(cudaTextureObject_t t, float *out, int n)
{
    sample<<<(n + 255) / 256, 256>>>(t, out, n);
    cudaGetLastError();
}

static bool valid(const cudaTextureObject_t &t) { return t != 0; }

static void forget(cudaTextureObject_t t) { t = 0; }

static void destroy(cudaTextureObject_t t) { cudaDestroyTextureObject(t); }

static void destroy_and_zero(cudaTextureObject_t *t)
{
    if (t && *t) {
        cudaDestroyTextureObject(*t);
        *t = 0;
    }
}

static void destroy_reference(cudaTextureObject_t &t)
{
    cudaDestroyTextureObject(t);
    t = 0;
}

static void launch_and_destroy(cudaTextureObject_t t, float *out)
{
    launch(t, out, 256);
    cudaDeviceSynchronize();
    destroy(t);
}

static cudaError_t create(cudaTextureObject_t *t, const float *p, int n)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = const_cast<float *>(p);
    res.res.linear.desc = cudaCreateChannelDesc<float>();
    res.res.linear.sizeInBytes = n * sizeof(float);
    cudaTextureDesc desc = {};
    return cudaCreateTextureObject(t, &res, &desc, nullptr);
}

template <typename T> void destroy_any(T handle) { cudaDestroyTextureObject(handle); }

void keep(cudaTextureObject_t t);
void keep_address(cudaTextureObject_t *t);

// A helper that only uses it.
void given_to_a_launcher(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    if (valid(tex))
        launch(tex, out, 256);
}

// A helper that zeroes its own copy.
void given_to_a_copy(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    launch(tex, out, 256);
    forget(tex);
}

bool helper_after_the_return(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 79\b"
    launch(tex, out, n);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return false;
    destroy_and_zero(&tex);
    return true;
}

// Clean from here on.
void by_value(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    launch(tex, out, 256);
    destroy(tex);
}

void by_pointer(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex = 0;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) == cudaSuccess)
        launch(tex, out, 256);
    destroy_and_zero(&tex);
}

void by_reference(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    launch(tex, out, 256);
    destroy_reference(tex);
}

void two_deep(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    launch_and_destroy(tex, out);
}

void by_template(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    launch(tex, out, 256);
    destroy_any(tex);
}

cudaError_t made_by_a_helper(const float *p, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaError_t err = create(&tex, p, n);
    if (err != cudaSuccess)
        return err;
    launch(tex, out, n);
    return cudaDestroyTextureObject(tex);
}

// What functions out of sight do with it is not known.
void out_of_sight(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &res, &desc, nullptr);
    keep(a);
    cudaCreateTextureObject(&b, &res, &desc, nullptr);
    keep_address(&b);
}

void by_function_pointer(const cudaResourceDesc &res, const cudaTextureDesc &desc, void (*done)(cudaTextureObject_t))
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    done(tex);
}

// Other names for the same handle.
void other_names(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t a, b, c;
    cudaCreateTextureObject(&a, &res, &desc, nullptr);
    cudaTextureObject_t &same = a;
    launch(same, out, 256);
    cudaDestroyTextureObject(same);
    cudaCreateTextureObject(&b, &res, &desc, nullptr);
    cudaTextureObject_t *p = &b;
    launch(*p, out, 256);
    cudaDestroyTextureObject(*p);
    cudaCreateTextureObject(&c, &res, &desc, nullptr);
    const cudaTextureObject_t d = c;
    cudaDestroyTextureObject(d);
}
