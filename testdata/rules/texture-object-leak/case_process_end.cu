// Where the process ends, nothing leaks.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

[[noreturn]] static void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

static void finish(int status)
{
    fflush(stdout);
    if (status != 0)
        exit(EXIT_FAILURE);
    exit(EXIT_SUCCESS);
}

static void finish_if(bool bad)
{
    if (bad)
        exit(1);
}

void exits_on_one_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess) // want "\btex\b.*leak"
        exit(1);
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaDeviceSynchronize() != cudaSuccess)
        exit(2);
}

// This one comes back when all is well.
void ends_sometimes(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    finish_if(cudaDeviceSynchronize() != cudaSuccess);
}

int resets_on_one_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, bool last)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    if (last) {
        cudaDeviceReset();
        return 0;
    }
    return 1;
}

// A method of that name is not the program's.
struct Application {
    int main(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
    {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
        sample<<<1, 256>>>(tex, out, 256);
        return 0;
    }
};

// Clean from here on.
void ends_in_exit(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    exit(cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE);
}

void ends_in_a_function(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    finish(cudaDeviceSynchronize());
}

void dies(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (n < 0)
        die("n");
    if (n > 1 << 24)
        abort();
    if (n > 1 << 20)
        std::quick_exit(3);
    sample<<<1, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
}

int resets(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDeviceSynchronize();
    cudaDeviceReset();
    return 0;
}

int main(int argc, char **argv)
{
    cudaResourceDesc res = {};
    cudaTextureDesc desc = {};
    float *out = nullptr;
    cudaTextureObject_t tex;
    cudaMalloc(&out, 1024);
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = out;
    res.res.linear.sizeInBytes = 1024;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (argc < 2)
        return 1;
    sample<<<1, 256>>>(tex, out, 256);
    ends_in_a_function(res, desc, out);
}
