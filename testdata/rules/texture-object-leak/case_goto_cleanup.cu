// goto and the labels that destroy.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

int past_the_destroy(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    int status = 0;
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, NULL) != cudaSuccess) // want "\btex\b.*leak"
        return 1;
    if (n == 0) {
        status = 2;
        goto out;
    }
    sample<<<1, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
out:
    return status;
}

// The label unwinds one object less than there are.
int one_label_short(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, float *host)
{
    int status = -1;
    cudaTextureObject_t a, b;
    if (cudaCreateTextureObject(&a, &in[0], &desc, NULL) != cudaSuccess)
        goto none;
    if (cudaCreateTextureObject(&b, &in[1], &desc, NULL) != cudaSuccess) // want "\bb\b.*leak"
        goto only_a;
    sample<<<1, 256>>>(a, out, 256);
    sample<<<1, 256>>>(b, out, 256);
    if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
        goto only_a;
    status = 0;
    cudaDestroyTextureObject(b);
only_a:
    cudaDestroyTextureObject(a);
none:
    return status;
}

int returns_before_the_label(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    int status = 1;
    cudaTextureObject_t tex = 0;
    float *scratch = (float *)malloc(1024);
    if (!scratch)
        goto out;
    if (cudaCreateTextureObject(&tex, &res, &desc, NULL) != cudaSuccess) // want "\btex\b.*leak.*\bline 55\b"
        goto out;
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
        return status;
    status = 0;
out:
    if (tex)
        cudaDestroyTextureObject(tex);
    free(scratch);
    return status;
}

// Clean from here on.
int one_label(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    int status = 1;
    cudaTextureObject_t tex = 0;
    float *scratch = (float *)malloc(1024);
    if (!scratch)
        goto out;
    if (cudaCreateTextureObject(&tex, &res, &desc, NULL) != cudaSuccess)
        goto out;
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
        goto out;
    status = 0;
out:
    if (tex)
        cudaDestroyTextureObject(tex);
    free(scratch);
    return status;
}

int one_label_per_object(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, float *host)
{
    int status = -1;
    cudaTextureObject_t a, b;
    if (cudaCreateTextureObject(&a, &in[0], &desc, NULL) != cudaSuccess)
        goto none;
    if (cudaCreateTextureObject(&b, &in[1], &desc, NULL) != cudaSuccess)
        goto only_a;
    sample<<<1, 256>>>(a, out, 256);
    sample<<<1, 256>>>(b, out, 256);
    if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
        goto both;
    status = 0;
both:
    cudaDestroyTextureObject(b);
only_a:
    cudaDestroyTextureObject(a);
none:
    return status;
}

// A jump back to try again, after the object of the first try is gone.
bool tries_again(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    int tries = 0;
again:
    if (cudaCreateTextureObject(&tex, &res, &desc, NULL) != cudaSuccess)
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    cudaError_t e = cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    if (e != cudaSuccess && ++tries < 3)
        goto again;
    return e == cudaSuccess;
}
