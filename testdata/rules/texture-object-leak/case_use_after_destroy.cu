// Objects used after they are gone.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

static void launch(cudaTextureObject_t t, float *out) { sample<<<1, 256>>>(t, out, 256); }
static void release(cudaTextureObject_t *t) { cudaDestroyTextureObject(*t); }

void launched_after(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaDestroyTextureObject(tex);
    sample<<<1, 256>>>(tex, out, 256); // want "\btex\b.*used after"
}

void on_one_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, bool early)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (early)
        cudaDestroyTextureObject(tex);
    sample<<<1, 256>>>(tex, out, 256); // want "\btex\b.*used after"
    if (!early)
        cudaDestroyTextureObject(tex);
}

void asked_after(const cudaResourceDesc &res, const cudaTextureDesc &desc, cudaResourceDesc *back)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaDestroyTextureObject(tex);
    cudaGetTextureObjectResourceDesc(back, tex); // want "\btex\b.*used after"
}

void after_a_helper(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    release(&tex);
    sample<<<1, 256>>>(tex, out, 256); // want "\btex\b.*used after"
}

void in_a_helper(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    launch(tex, out);
    cudaDestroyTextureObject(tex);
    launch(tex, out); // want "\btex\b.*used after"
}

// Clean from here on.
void made_again(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &in[0], &desc, nullptr);
    launch(tex, out);
    cudaDestroyTextureObject(tex);
    cudaCreateTextureObject(&tex, &in[1], &desc, nullptr);
    launch(tex, out);
    release(&tex);
}

void in_the_other_branch(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, bool early)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (early) {
        cudaDestroyTextureObject(tex);
    } else {
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
    }
}

void only_compared(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, cudaTextureObject_t other)
{
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    const bool same = tex == other;
    cudaDestroyTextureObject(tex);
    tex = 0;
    if (tex != 0 || same)
        out = nullptr;
    (void)sizeof(tex);
}

void another_of_that_name(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
    }
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

// The handle is given a living object before the launch.
void another_object(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, cudaTextureObject_t kept)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
    tex = kept;
    sample<<<1, 256>>>(tex, out, 256);
}
