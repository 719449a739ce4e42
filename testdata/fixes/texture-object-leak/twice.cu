// Destroyed twice: one of the two statements goes.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

void in_a_row(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    cudaFree(out);
    cudaDestroyTextureObject(tex); // once more
}

// The first one comes too early.
void the_first_goes(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

// Not on every path: left alone.
void on_one_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n == 0)
        cudaDestroyTextureObject(tex);
    else
        sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

// Made again in between.
void again(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaDestroyTextureObject(tex);
    if (n > 0)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaDestroyTextureObject(tex);
}
