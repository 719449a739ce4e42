// Lambdas that make, use and destroy.
#include <cuda_runtime.h>
#include <functional>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// The handle is the lambda's own.
void inside(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    auto run = [&](int n) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
        sample<<<1, 256>>>(tex, out, n);
    };
    run(16);
    run(32);
}

int inside_with_a_return(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    return [&]() {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 26\b"
        if (n == 0)
            return -1;
        sample<<<1, 256>>>(tex, out, n);
        cudaDestroyTextureObject(tex);
        return n;
    }();
}

// The return comes before there is a lambda.
bool returns_first(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 39\b"
    if (n > 1024)
        return false;
    auto cleanup = [&tex] { cudaDestroyTextureObject(tex); };
    sample<<<1, 256>>>(tex, out, n);
    cleanup();
    return true;
}

// A return in a lambda is none of the function around it.
void returns_in_the_lambda_only(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    auto clamped = [](int x) {
        if (x > 256)
            return 256;
        return x;
    };
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, clamped(n));
    cudaDestroyTextureObject(tex);
}

// Clean from here on.
bool cleanup_on_all_paths(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return false;
    auto cleanup = [&] { cudaDestroyTextureObject(tex); };
    if (n == 0) {
        cleanup();
        return false;
    }
    sample<<<1, 256>>>(tex, out, n);
    cleanup();
    return true;
}

void reset_by_the_lambda(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    auto reset = [&tex] {
        if (tex)
            cudaDestroyTextureObject(tex);
        tex = 0;
    };
    for (int i = 0; i < n; i++) {
        reset();
        cudaCreateTextureObject(&tex, &in[i], &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
    }
    reset();
}

void made_in_the_lambda(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex = 0;
    auto make = [&]() { return cudaCreateTextureObject(&tex, &res, &desc, nullptr); };
    if (make() != cudaSuccess)
        return;
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

void returned_by_the_lambda(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    auto make = [&](int i) {
        cudaTextureObject_t t = 0;
        cudaCreateTextureObject(&t, &in[i], &desc, nullptr);
        return t;
    };
    cudaTextureObject_t a = make(0), b = make(1);
    sample<<<1, 256>>>(a, out, 256);
    sample<<<1, 256>>>(b, out, 256);
    cudaDestroyTextureObject(a);
    cudaDestroyTextureObject(b);
}

std::function<void()> kept_by_value(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return [tex] { cudaDestroyTextureObject(tex); };
}

std::vector<std::function<void()>> at_exit;
void kept_in_a_list(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    at_exit.push_back([=] { cudaDestroyTextureObject(tex); });
    sample<<<1, 256>>>(tex, out, 256);
}

static void CUDART_CB drop(void *p)
{
    auto *t = static_cast<cudaTextureObject_t *>(p);
    cudaDestroyTextureObject(*t);
    delete t;
}

void destroyed_by_a_callback(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, cudaStream_t s)
{
    auto *tex = new cudaTextureObject_t;
    cudaCreateTextureObject(tex, &res, &desc, nullptr);
    sample<<<1, 256, 0, s>>>(*tex, out, 256);
    cudaLaunchHostFunc(s, drop, tex);
}
