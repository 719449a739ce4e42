// What is returned is evaluated before the destroy, where that matters.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
float average(const float *values, int n);
struct Image {
    float *pixels;
    ~Image();
};
Image load(float *pixels);

cudaError_t last_error(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    cudaError_t status = cudaGetLastError();
    cudaDestroyTextureObject(tex);
    return status;
}

// The wait is in the return.
cudaError_t waits(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaError_t status = cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (status != cudaSuccess) return status;
    if (n <= 0) {
        cudaError_t result = cudaDeviceSynchronize();
        cudaDestroyTextureObject(tex);
        return result;
    }
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaError_t result = cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    return result;
}

float value(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    return average(host, n) / n;
}

bool constant(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    bool result = cudaDeviceSynchronize() == cudaSuccess;
    cudaDestroyTextureObject(tex);
    return result;
}

// The array is freed behind it.
cudaError_t with_its_array(cudaArray_t array, const cudaTextureDesc &desc, float *out, int n)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaTextureObject_t tex = 0;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    return cudaFreeArray(array);
}

// An object is made: left alone.
Image object(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    return load(out);
}
