// Returns taken while a texture object is live.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

void straight(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
}

bool in_the_middle(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 19\b"
    if (n < 256)
        return false;
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
    return true;
}

cudaError_t after_a_later_call(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host, int n)
{
    cudaTextureObject_t weights;
    cudaError_t err = cudaCreateTextureObject(&weights, &res, &desc, NULL); // want "\bweights\b.*leak.*\bline 34\b"
    if (err != cudaSuccess)
        return err;
    sample<<<n / 256, 256>>>(weights, out, n);
    err = cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    if (err != cudaSuccess) {
        return err;
    }
    return cudaDestroyTextureObject(weights);
}

// The second create fails: the first object is live.
cudaError_t second_fails(const cudaResourceDesc &left, const cudaResourceDesc &right, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t a = 0, b = 0;
    cudaError_t err = cudaCreateTextureObject(&a, &left, &desc, NULL); // want "\ba\b.*leak.*\bline 48\b"
    if (err != cudaSuccess)
        return err;
    err = cudaCreateTextureObject(&b, &right, &desc, NULL);
    if (err != cudaSuccess)
        return err;
    sample<<<1, 256>>>(a, out, 256);
    sample<<<1, 256>>>(b, out, 256);
    cudaDestroyTextureObject(b);
    cudaDestroyTextureObject(a);
    return cudaSuccess;
}

int in_the_else(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t image;
    if (cudaCreateTextureObject(&image, &res, &desc, nullptr) == cudaSuccess) { // want "\bimage\b.*leak.*\bline 64\b"
        if (n >= 1024) {
            sample<<<n / 256, 256>>>(image, out, n);
            cudaDestroyTextureObject(image);
        } else {
            return -1;
        }
    }
    return 0;
}

// Clean: the object goes on both ways.
bool destroyed_on_both(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n < 256) {
        cudaDestroyTextureObject(tex);
        return false;
    }
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
    return true;
}

// Clean: a create that fails gives nothing to destroy.
void create_fails(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return;
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
}

cudaError_t create_fails_by_variable(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaError_t status = cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (status)
        return status;
    sample<<<1, 256>>>(tex, out, 256);
    status = cudaGetLastError();
    cudaDestroyTextureObject(tex);
    return status;
}

int create_succeeds(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    if (cudaSuccess == cudaCreateTextureObject(&tex, &res, &desc, nullptr)) {
        sample<<<1, 256>>>(tex, out, 256);
        cudaDestroyTextureObject(tex);
        return 0;
    }
    return 1;
}

bool create_fails_by_flag(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    const bool made = cudaCreateTextureObject(&tex, &res, &desc, nullptr) == cudaSuccess;
    if (!made)
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(tex);
    return made;
}

bool create_fails_in_init(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    if (cudaError_t e = cudaCreateTextureObject(&tex, &res, &desc, nullptr); e != cudaSuccess)
        return false;
    sample<<<1, 256>>>(tex, out, 256);
    return cudaDestroyTextureObject(tex) == cudaSuccess;
}

cudaError_t unwinds_by_hand(const cudaResourceDesc &left, const cudaResourceDesc &right, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t a, b;
    cudaError_t err;
    if ((err = cudaCreateTextureObject(&a, &left, &desc, NULL)) != cudaSuccess)
        return err;
    if ((err = cudaCreateTextureObject(&b, &right, &desc, NULL)) != cudaSuccess) {
        cudaDestroyTextureObject(a);
        return err;
    }
    sample<<<1, 256>>>(a, out, 256);
    sample<<<1, 256>>>(b, out, 256);
    cudaDestroyTextureObject(a);
    cudaDestroyTextureObject(b);
    return cudaSuccess;
}
