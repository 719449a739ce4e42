// Macros and functions that look at an error code between create and destroy.
#include <cuda_runtime.h>
#include <cassert>
#include <cstdio>
#include <cstdlib>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

#define RETURN_ERROR(call)                                                                                             \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess)                                                                                         \
            return e_;                                                                                                 \
    } while (0)

#define RETURN_FALSE(call)                                                                                             \
    {                                                                                                                  \
        cudaError_t e_ = call;                                                                                         \
        if (e_ != cudaSuccess) {                                                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_));                                \
            return false;                                                                                              \
        }                                                                                                              \
    }

#define RETURN_IF(condition)                                                                                           \
    if (condition)                                                                                                     \
    return

#define EXIT_ERROR(call)                                                                                               \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess) {                                                                                       \
            fprintf(stderr, "%s\n", cudaGetErrorString(e_));                                                           \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

#define PRINT_ERROR(call)                                                                                              \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess)                                                                                         \
            fprintf(stderr, "%s\n", cudaGetErrorString(e_));                                                           \
    } while (0)

#define GOTO_ERROR(call)                                                                                               \
    do {                                                                                                               \
        if ((err = (call)) != cudaSuccess)                                                                             \
            goto done;                                                                                                 \
    } while (0)

static inline void exit_on(cudaError_t code, const char *file, int line, bool stop = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(code));
        if (stop)
            exit(code);
    }
}
#define EXIT_ON(call) exit_on((call), __FILE__, __LINE__)

static void abort_on(cudaError_t code)
{
    if (code == cudaSuccess)
        return;
    fputs(cudaGetErrorName(code), stderr);
    abort();
}

cudaError_t copy_back(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host, int n)
{
    cudaTextureObject_t tex;
    RETURN_ERROR(cudaCreateTextureObject(&tex, &res, &desc, nullptr)); // want "\btex\b.*leak.*\bline 74\b"
    sample<<<n / 256, 256>>>(tex, out, n);
    RETURN_ERROR(cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost));
    RETURN_ERROR(cudaDestroyTextureObject(tex));
    return cudaSuccess;
}

bool launched(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    RETURN_FALSE(cudaCreateTextureObject(&tex, &res, &desc, nullptr)); // want "\btex\b.*leak.*\bline 84\b"
    sample<<<n / 256, 256>>>(tex, out, n);
    RETURN_FALSE(cudaGetLastError());
    cudaDestroyTextureObject(tex);
    return true;
}

void by_condition(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    RETURN_IF(cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess); // want "\btex\b.*leak.*\bline 93\b"
    RETURN_IF(n == 0);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDestroyTextureObject(tex);
}

// The check of the second create returns with the first object live.
cudaError_t two_creates(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t source, target;
    RETURN_ERROR(cudaCreateTextureObject(&source, &in[0], &desc, nullptr)); // want "\bsource\b.*leak.*\bline 103\b"
    RETURN_ERROR(cudaCreateTextureObject(&target, &in[1], &desc, nullptr));
    sample<<<1, 256>>>(source, out, 256);
    sample<<<1, 256>>>(target, out, 256);
    cudaDestroyTextureObject(source);
    cudaDestroyTextureObject(target);
    return cudaSuccess;
}

void exits_but_never_destroys(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    EXIT_ERROR(cudaCreateTextureObject(&tex, &res, &desc, nullptr)); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    EXIT_ERROR(cudaDeviceSynchronize());
}

// Clean: only the create and the destroy can return.
cudaError_t only_its_own_checks(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    RETURN_ERROR(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<1, 256>>>(tex, out, 256);
    PRINT_ERROR(cudaDeviceSynchronize());
    RETURN_ERROR(cudaDestroyTextureObject(tex));
    return cudaSuccess;
}

// Clean: the process ends where something fails.
void exits(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    cudaTextureObject_t tex;
    EXIT_ERROR(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<1, 256>>>(tex, out, 256);
    EXIT_ERROR(cudaGetLastError());
    EXIT_ERROR(cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost));
    EXIT_ERROR(cudaDestroyTextureObject(tex));
}

void exits_in_a_function(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    cudaTextureObject_t tex = 0;
    EXIT_ON(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<1, 256>>>(tex, out, 256);
    EXIT_ON(cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost));
    EXIT_ON(cudaDestroyTextureObject(tex));
}

void aborts_in_a_function(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex = 0;
    abort_on(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<1, 256>>>(tex, out, 256);
    abort_on(cudaDeviceSynchronize());
    abort_on(cudaDestroyTextureObject(tex));
}

void asserts(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex = 0;
    cudaError_t e = cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    assert(e == cudaSuccess);
    sample<<<1, 256>>>(tex, out, 256);
    e = cudaDestroyTextureObject(tex);
    assert(e == cudaSuccess);
}

// Clean: every failure goes through the label.
cudaError_t jumps(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    cudaTextureObject_t tex = 0;
    cudaError_t err = cudaSuccess;
    GOTO_ERROR(cudaCreateTextureObject(&tex, &res, &desc, nullptr));
    sample<<<1, 256>>>(tex, out, 256);
    GOTO_ERROR(cudaGetLastError());
    GOTO_ERROR(cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost));
done:
    if (tex != 0)
        cudaDestroyTextureObject(tex);
    return err;
}
