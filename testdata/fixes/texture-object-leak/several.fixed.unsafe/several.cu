// Several objects are lost at one place.
#include <cuda_runtime.h>

__global__ void blend(cudaTextureObject_t a, cudaTextureObject_t b, float *out, int n);

bool at_one_return(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t a = 0, b = 0;
    if (cudaCreateTextureObject(&a, &in[0], &desc, nullptr) != cudaSuccess)
        return false;
    if (cudaCreateTextureObject(&b, &in[1], &desc, nullptr) != cudaSuccess) {
        cudaDestroyTextureObject(a);
        return false;
    }
    if (n < 256) {
        cudaDestroyTextureObject(a);
        cudaDestroyTextureObject(b);
        return false;
    }
    blend<<<n / 256, 256>>>(a, b, out, n);
    bool result = cudaDeviceSynchronize() == cudaSuccess;
    cudaDestroyTextureObject(a);
    cudaDestroyTextureObject(b);
    return result;
}

void at_the_end(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &in[0], &desc, nullptr);
    cudaCreateTextureObject(&b, &in[1], &desc, nullptr);
    blend<<<n / 256, 256>>>(a, b, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(a);
    cudaDestroyTextureObject(b);
}

// One variable, two creates.
void either(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    if (n > 1024)
        cudaCreateTextureObject(&tex, &in[0], &desc, nullptr);
    else
        cudaCreateTextureObject(&tex, &in[1], &desc, nullptr);
    blend<<<n / 256, 256>>>(tex, tex, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

// Elements by number, members.
void parts(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    struct {
        cudaTextureObject_t luma, chroma;
    } frame;
    cudaTextureObject_t planes[2];
    cudaCreateTextureObject(&frame.luma, &in[0], &desc, nullptr);
    cudaCreateTextureObject(&planes[1], &in[1], &desc, nullptr);
    blend<<<n / 256, 256>>>(frame.luma, planes[1], out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(frame.luma);
    cudaDestroyTextureObject(planes[1]);
}
