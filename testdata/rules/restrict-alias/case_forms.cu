// Launches in every form, in functions that pass their parameters on, and parts of a buffer that overlap.
#include <cuda_runtime.h>

__global__ void shift(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

// Parts.
void next_element(float *p) { shift<<<1, 256>>>(p, p + 1); } // want "(proven|likely): "
void element_before(float *p) { shift<<<1, 256>>>(p + 1, p); } // want "(proven|likely): "
void address_of_element(float *p) { shift<<<1, 256>>>(&p[3], p); } // want "(proven|likely): "
void by_bytes(float *p) { shift<<<1, 256>>>(p, (float *)((char *)p + 16)); } // want "(proven|likely): "
void by_name()
{
    float *all;
    cudaMalloc(&all, 4096);
    float *first = all, *second = all + 128;
    shift<<<1, 256>>>(first, second); // want "(proven|likely): "
}

// A loop over a thousand elements, of which the second half is also the output.
__global__ void blur(const float *__restrict__ in, float *__restrict__ out)
{
    for (int i = threadIdx.x; i < 1000; i += blockDim.x)
        out[i] = 0.5f * (in[i] + in[i + 1]);
}
void second_half(float *p) { blur<<<1, 256>>>(p, p + 500); } // want "(proven|likely): "

// Functions that launch; the finding may be at the launch or at the call, both are on one line.
static void run(const float *from, float *to) { shift<<<1, 256>>>(from, to); } void use_run(float *p) { run(p, p); } // want "(proven|likely): "
static void low(const float *from, float *to) { shift<<<1, 256>>>(from, to); } static void high(float *p) { low(p, p); } void top(float *p) { high(p); } // want "(proven|likely): "

// The runtime's functions.
void by_call(float *p)
{
    void *arguments[] = {&p, &p}; cudaLaunchKernel((const void *)shift, dim3(1), dim3(256), arguments, 0, 0); // want "(proven|likely): "
}
void cooperative(float *p)
{
    void *arguments[] = {(void *)&p, (void *)&p}; cudaLaunchCooperativeKernel((void *)shift, dim3(1), dim3(256), arguments); // want "(proven|likely): "
}
void by_config(float *p)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 256;
    cudaLaunchKernelEx(&config, shift, (const float *)p, p); // want "(proven|likely): "
}

// A macro, a stream, a namespace.
#define LAUNCH(kernel, ...) kernel<<<1, 256>>>(__VA_ARGS__)
void by_macro(float *p) { LAUNCH(shift, p, p); } // want "(proven|likely): "
void with_stream(float *p, cudaStream_t s) { shift<<<dim3(1), dim3(256), 0, s>>>(p, p); } // want "(proven|likely): "
namespace filters {
__global__ void sharpen(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = 2 * in[threadIdx.x] - in[threadIdx.x + 1]; }
} // namespace filters
void qualified(float *p) { filters::sharpen<<<1, 256>>>(p, p); } // want "(proven|likely): "
template <typename T> __global__ void typed(const T *__restrict__ in, T *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
template <typename T> void run_typed(T *p) { typed<T><<<1, 256>>>(p, p); } // want "(proven|likely): "
template void run_typed<double>(double *);
