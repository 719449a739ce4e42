// Handles given back through parameters.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// The local is copied out only at the end.
cudaError_t returns_before_the_copy(const cudaResourceDesc &res, const cudaTextureDesc &desc, cudaTextureObject_t *out)
{
    cudaTextureObject_t tex;
    cudaError_t err = cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 15\b"
    if (err != cudaSuccess)
        return err;
    err = cudaDeviceSynchronize();
    if (err != cudaSuccess)
        return err;
    *out = tex;
    return cudaSuccess;
}

void only_if_asked(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *data, cudaTextureObject_t *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, data, 256);
    if (out)
        *out = tex;
}

// A copy of a parameter is no way out.
void into_a_copy(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *data, cudaTextureObject_t tex)
{
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, data, 256);
}

// Clean from here on.
void through_a_pointer(const cudaResourceDesc &res, const cudaTextureDesc &desc, cudaTextureObject_t *tex)
{
    cudaCreateTextureObject(tex, &res, &desc, nullptr);
}

void through_a_reference(const cudaResourceDesc &res, const cudaTextureDesc &desc, cudaTextureObject_t &tex)
{
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
}

bool copied_out(const cudaResourceDesc &res, const cudaTextureDesc &desc, cudaTextureObject_t *out)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return false;
    *out = tex;
    return true;
}

struct View {
    cudaTextureObject_t left, right;
};

void members_of_a_parameter(View &view, const cudaResourceDesc *in, const cudaTextureDesc &desc)
{
    cudaCreateTextureObject(&view.left, &in[0], &desc, nullptr);
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &in[1], &desc, nullptr);
    view.right = tex;
}

void element_of_a_parameter(cudaTextureObject_t *all, int i, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    all[i] = tex;
    cudaCreateTextureObject(&all[i + 1], &res, &desc, nullptr);
}

// The caller of one that is here, and destroys.
void calls(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *data)
{
    cudaTextureObject_t a = 0, b = 0, c = 0;
    through_a_pointer(res, desc, &a);
    through_a_reference(res, desc, b);
    if (copied_out(res, desc, &c)) {
        sample<<<1, 256>>>(c, data, 256);
        cudaDestroyTextureObject(c);
    }
    sample<<<1, 256>>>(a, data, 256);
    sample<<<1, 256>>>(b, data, 256);
    cudaDestroyTextureObject(b);
    cudaDestroyTextureObject(a);
}

void through_void(const cudaResourceDesc &res, const cudaTextureDesc &desc, void *opaque)
{
    cudaCreateTextureObject(static_cast<cudaTextureObject_t *>(opaque), &res, &desc, nullptr);
}
