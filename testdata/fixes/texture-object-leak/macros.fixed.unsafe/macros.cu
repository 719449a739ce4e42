// Macros that check.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                  \
    do {                                                                             \
        cudaError_t status = (call);                                                 \
        if (status != cudaSuccess) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorName(status)); \
            exit(1);                                                                 \
        }                                                                            \
    } while (0)
#define TRY(call)                        \
    do {                                 \
        cudaError_t status_ = (call);    \
        if (status_ != cudaSuccess)      \
            return status_;              \
    } while (0)

static void check(cudaError_t status)
{
    if (status != cudaSuccess)
        abort();
}

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// In the macro at the end, without it on the way out of an error.
int exits(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    CHECK(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    if (n < 256) {
        fprintf(stderr, "too few\n");
        cudaDestroyTextureObject(tex);
        return 1;
    }
    sample<<<n / 256, 256>>>(tex, out, n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroyTextureObject(tex));
    return 0;
}

void in_a_loop(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        cudaTextureObject_t tex;
        check(cudaCreateTextureObject(&tex, &in[i], &desc, nullptr));
        sample<<<1, 256>>>(tex, out, 256);
        check(cudaGetLastError());
        check(cudaDeviceSynchronize());
        check(cudaDestroyTextureObject(tex));
    }
}

// The macro returns from the function: no place for the destroy.
cudaError_t returns(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex = 0;
    TRY(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<n / 256, 256>>>(tex, out, n);
    TRY(cudaDeviceSynchronize());
    return cudaDestroyTextureObject(tex);
}

// That of the create does not matter, but the macro would return from the middle of
// what is to be cleaned up.
cudaError_t only_the_create(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    TRY(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaError_t status = cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
    return status;
}
