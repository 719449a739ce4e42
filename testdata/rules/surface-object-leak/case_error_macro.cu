// Checks between create and destroy.
#include <cuda_runtime.h>
#include <iostream>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height);

#define TRY(expression)                                                                                                \
    if (cudaError_t status_ = (expression); status_ != cudaSuccess)                                                    \
    return status_

#define FAIL_UNLESS(condition)                                                                                         \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::cerr << #condition << '\n';                                                                           \
            return;                                                                                                    \
        }                                                                                                              \
    } while (false)

#define QUIT(expression)                                                                                               \
    {                                                                                                                  \
        cudaError_t status_ = (expression);                                                                            \
        if (status_ != cudaSuccess) {                                                                                  \
            std::cerr << cudaGetErrorString(status_) << std::endl;                                                     \
            std::exit(EXIT_FAILURE);                                                                                   \
        }                                                                                                              \
    }

#define TELL(expression) ((expression) == cudaSuccess ? (void)0 : tell(__LINE__))
void tell(int line);

template <typename T> void check(T result, const char *what, int line)
{
    if (result) {
        std::cerr << what << ':' << line << '\n';
        exit(static_cast<int>(result));
    }
}
#define CHECK(val) check((val), #val, __LINE__)

cudaError_t returned(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    TRY(cudaCreateSurfaceObject(&surf, &res)); // want "\bsurf\b.*leak.*\bline 45\b"
    fill<<<1, 256>>>(surf, 16, 16);
    TRY(cudaDeviceSynchronize());
    TRY(cudaDestroySurfaceObject(surf));
    return cudaSuccess;
}

void returned_nothing(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf = 0;
    FAIL_UNLESS(cudaCreateSurfaceObject(&surf, &res) == cudaSuccess); // want "\bsurf\b.*leak.*\bline 55\b"
    fill<<<1, 256>>>(surf, 16, 16);
    FAIL_UNLESS(cudaGetLastError() == cudaSuccess);
    cudaDestroySurfaceObject(surf);
}

void quits_and_forgets(const cudaResourceDesc *res, int n)
{
    for (int i = 0; i < n; i++) {
        cudaSurfaceObject_t surf;
        QUIT(cudaCreateSurfaceObject(&surf, &res[i])); // want "\bsurf\b.*leak"
        fill<<<1, 256>>>(surf, 16, 16);
        QUIT(cudaDeviceSynchronize());
    }
}

// Clean from here on.
void quits(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    QUIT(cudaCreateSurfaceObject(&surf, &res));
    fill<<<1, 256>>>(surf, 16, 16);
    QUIT(cudaDeviceSynchronize());
    QUIT(cudaDestroySurfaceObject(surf));
}

void checked(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    CHECK(cudaCreateSurfaceObject(&surf, &res));
    fill<<<1, 256>>>(surf, 16, 16);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaDestroySurfaceObject(surf));
}

void told(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    TELL(cudaCreateSurfaceObject(&surf, &res));
    fill<<<1, 256>>>(surf, 16, 16);
    TELL(cudaDeviceSynchronize());
    TELL(cudaDestroySurfaceObject(surf));
}

cudaError_t tried_in_order(const cudaResourceDesc &res)
{
    TRY(cudaDeviceSynchronize());
    cudaSurfaceObject_t surf;
    TRY(cudaCreateSurfaceObject(&surf, &res));
    fill<<<1, 256>>>(surf, 16, 16);
    TRY(cudaDestroySurfaceObject(surf));
    TRY(cudaDeviceSynchronize());
    return cudaSuccess;
}
