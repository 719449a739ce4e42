// Objects destroyed twice.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

static void finish(cudaTextureObject_t t)
{
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(t);
}

void in_a_row(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex); // want "\btex\b.*(destroyed|released) (twice|again)"
}

void on_one_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n == 0)
        cudaDestroyTextureObject(tex);
    else
        sample<<<1, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex); // want "\btex\b.*(destroyed|released) (twice|again)"
}

int through_the_label(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    int status = 1;
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return status;
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess) {
        cudaDestroyTextureObject(tex);
        goto out;
    }
    status = 0;
out:
    cudaDestroyTextureObject(tex); // want "\btex\b.*(destroyed|released) (twice|again)"
    return status;
}

void by_another_name(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaTextureObject_t copy = tex;
    cudaDestroyTextureObject(tex);
    cudaDestroyTextureObject(copy); // want "(destroyed|released) (twice|again)"
}

void after_a_helper(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    finish(tex);
    cudaDestroyTextureObject(tex); // want "\btex\b.*(destroyed|released) (twice|again)"
}

// The second pass destroys what the first one has.
void in_a_loop(const cudaResourceDesc &res, const cudaTextureDesc &desc, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    do {
        cudaDestroyTextureObject(tex); // want "\btex\b.*(destroyed|released) (twice|again)"
    } while (--n > 0);
}

// Clean from here on.
void exclusive(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n == 0) {
        cudaDestroyTextureObject(tex);
    } else {
        sample<<<1, 256>>>(tex, out, n);
        cudaDestroyTextureObject(tex);
    }
}

void made_again(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &in[0], &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
    cudaCreateTextureObject(&tex, &in[1], &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

void zeroed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n == 0) {
        cudaDestroyTextureObject(tex);
        tex = 0;
    }
    if (tex) {
        sample<<<1, 256>>>(tex, out, n);
        cudaDestroyTextureObject(tex);
    }
}

bool once_per_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n == 0) {
        cudaDestroyTextureObject(tex);
        return false;
    }
    sample<<<1, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
    return true;
}

void two_of_them(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t t[2];
    cudaCreateTextureObject(&t[0], &res, &desc, nullptr);
    cudaCreateTextureObject(&t[1], &res, &desc, nullptr);
    cudaDestroyTextureObject(t[0]);
    cudaDestroyTextureObject(t[1]);
}

void each_pass_its_own(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    while (n-- > 0) {
        if (cudaCreateTextureObject(&tex, &in[n], &desc, nullptr) == cudaSuccess) {
            sample<<<1, 256>>>(tex, out, 256);
            cudaDestroyTextureObject(tex);
        }
    }
}

void swapped(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &res, &desc, nullptr);
    cudaCreateTextureObject(&b, &res, &desc, nullptr);
    cudaTextureObject_t t = a;
    a = b;
    b = t;
    cudaDestroyTextureObject(a);
    cudaDestroyTextureObject(b);
}
