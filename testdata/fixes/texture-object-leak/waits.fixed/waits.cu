// A kernel may still read the object: what has waited for it, and what has not.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
__global__ void scale(float *out, int n);

// Needs a wait for the device.
void default_stream(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
}

// For the stream of the kernel.
bool own_stream(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, cudaStream_t stream)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256, 0, stream>>>(tex, out, n);
    if (cudaGetLastError() != cudaSuccess)
        return false;
    cudaStreamSynchronize(stream);
    cudaDestroyTextureObject(tex);
    return true;
}

// For all, as there are two.
void two_streams(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, cudaStream_t a, cudaStream_t b)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256, 0, a>>>(tex, out, n);
    sample<<<n / 256, 256, 0, b>>>(tex, out + n, n);
    scale<<<n / 256, 256, 0, b>>>(out, n);
}

// The other stream has been waited for.
void one_of_two_waited_for(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, cudaStream_t a, cudaStream_t b)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256, 0, a>>>(tex, out, n);
    sample<<<n / 256, 256, 0, b>>>(tex, out + n, n);
    cudaStreamSynchronize(a);
}

// The stream is gone.
void stream_destroyed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256, 0, stream>>>(tex, out, n);
    cudaStreamDestroy(stream);
}

// A copy within the device does not wait.
void copied_on_the_device(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *other, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaMemcpy(other, out, n * sizeof(float), cudaMemcpyDeviceToDevice);
}

// A copy to the host does not wait for other streams.
void copied_behind_another_stream(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host, int n, cudaStream_t s)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256, 0, s>>>(tex, out, n);
    cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
}

// All others have waited.
void copied_to_the_host(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaDestroyTextureObject(tex);
}

float timed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, cudaEvent_t start, cudaEvent_t stop)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    float ms;
    cudaEventRecord(start);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    cudaDestroyTextureObject(tex);
    return ms;
}

void freed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    float *temp;
    cudaMalloc(&temp, n * sizeof(float));
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, temp, n);
    scale<<<n / 256, 256>>>(temp, n);
    cudaFree(temp);
    cudaDestroyTextureObject(tex);
}

static void finish() { cudaDeviceSynchronize(); }

void by_a_helper(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    finish();
    scale<<<n / 256, 256>>>(out, n);
    cudaDestroyTextureObject(tex);
}

static void start(cudaTextureObject_t tex, float *out, int n) { sample<<<n / 256, 256>>>(tex, out, n); }

// Started by a helper.
void helper_starts(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    start(tex, out, n);
}

// On one of two ways.
void on_one_way(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    if (n > 1024)
        cudaDeviceSynchronize();
}

// A wait that is not always evaluated.
bool short_circuit(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    bool good = n > 0 && cudaDeviceSynchronize() == cudaSuccess;
    return good;
}

// The memory may be none: nothing is waited for then.
void freed_if_any(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, float *temp)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaFree(temp);
}

// Another device is waited for: left alone.
void of_another_device(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaSetDevice(0);
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaSetDevice(1);
    cudaDeviceSynchronize();
}
