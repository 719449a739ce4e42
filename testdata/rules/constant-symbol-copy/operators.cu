// Operators of classes are calls, whatever they look like.
#include <cuda_runtime.h>

struct term {
    template <class T> __host__ __device__ term operator+=(const T &) const { return *this; }
    __host__ __device__ term operator++() const { return *this; }
    int calls;
};

static const __device__ term first;
__device__ term second;
__device__ int counter[4];

__global__ void k(int *p) { p[0] = counter[threadIdx.x] + second.calls; }

int main()
{
    first += 2;
    ++first;
    second += first;
    counter[1] += 2; // want "host code writes to __device__ counter"
    ++counter[2]; // want "host code writes to __device__ counter"
    second.calls += 1; // want "host code writes to __device__ second"
}
