// Conditions that go together, and some that only look so.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
__global__ void plain(const float *in, float *out, int n);

void condition_changes(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *in, float *out, bool use)
{
    cudaTextureObject_t tex = 0;
    if (use)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    plain<<<1, 256>>>(in, out, 256);
    use = cudaDeviceSynchronize() == cudaSuccess;
    if (use)
        cudaDestroyTextureObject(tex);
}

void another_condition(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, bool use, bool tidy)
{
    cudaTextureObject_t tex = 0;
    if (use) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
        sample<<<1, 256>>>(tex, out, 256);
    }
    if (tidy)
        cudaDestroyTextureObject(tex);
}

void narrower(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    if (n > 8) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
        sample<<<1, 256>>>(tex, out, n);
    }
    if (n > 16)
        cudaDestroyTextureObject(tex);
}

void the_wrong_way_round(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, const bool use)
{
    cudaTextureObject_t tex = 0;
    if (use) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
        sample<<<1, 256>>>(tex, out, 256);
    }
    if (!use)
        cudaDestroyTextureObject(tex);
}

void one_more_condition(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, bool use, bool ready)
{
    cudaTextureObject_t tex = 0;
    if (use)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    if (use && ready) {
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
    }
}

// Clean from here on.
void same_flag(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *in, float *out, bool use)
{
    cudaTextureObject_t tex;
    if (use)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (use)
        sample<<<1, 256>>>(tex, out, 256);
    else
        plain<<<1, 256>>>(in, out, 256);
    if (use)
        cudaDestroyTextureObject(tex);
}

void by_the_handle(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *in, float *out, int mode)
{
    cudaTextureObject_t tex = 0;
    if (mode == 2)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (tex != 0)
        sample<<<1, 256>>>(tex, out, 256);
    else
        plain<<<1, 256>>>(in, out, 256);
    if (tex != 0)
        cudaDestroyTextureObject(tex);
}

void same_number(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int mode)
{
    cudaTextureObject_t tex = 0;
    if (mode == 2) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
    }
    cudaDeviceSynchronize();
    if (mode == 2)
        cudaDestroyTextureObject(tex);
}

void own_flag(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    bool made = false;
    cudaTextureObject_t tex = 0;
    if (n > 1024) {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        made = true;
    }
    plain<<<1, 256>>>(out, out, n);
    if (made)
        cudaDestroyTextureObject(tex);
}

void complement(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *in, float *out, bool linear)
{
    cudaTextureObject_t tex = 0;
    if (!linear)
        plain<<<1, 256>>>(in, out, 256);
    else
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (linear) {
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
    }
}

void by_status(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    const cudaError_t status = cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (status == cudaSuccess)
        sample<<<1, 256>>>(tex, out, 256);
    cudaDeviceSynchronize();
    if (status == cudaSuccess)
        cudaDestroyTextureObject(tex);
}

void both_conditions(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, bool use, int n)
{
    cudaTextureObject_t tex = 0;
    if (use && n > 0)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    plain<<<1, 256>>>(out, out, n);
    if (use && n > 0)
        cudaDestroyTextureObject(tex);
}

void wider(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    if (n > 16)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    plain<<<1, 256>>>(out, out, n);
    if (n > 8)
        cudaDestroyTextureObject(tex);
}

void local_flag_from_a_condition(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    const bool large = n > 4096;
    cudaTextureObject_t tex = 0;
    if (large)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    const int blocks = large ? n / 256 : 1;
    plain<<<blocks, 256>>>(out, out, n);
    if (!large)
        return;
    cudaDestroyTextureObject(tex);
}

void steps(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t a = 0, b = 0;
    cudaError_t err = cudaCreateTextureObject(&a, &in[0], &desc, nullptr);
    if (err == cudaSuccess)
        err = cudaCreateTextureObject(&b, &in[1], &desc, nullptr);
    if (err == cudaSuccess) {
        sample<<<1, 256>>>(a, out, 256);
        sample<<<1, 256>>>(b, out, 256);
        err = cudaDeviceSynchronize();
    }
    if (b)
        cudaDestroyTextureObject(b);
    if (a)
        cudaDestroyTextureObject(a);
}
