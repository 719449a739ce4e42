// Launches in sight that pass one buffer twice, or might.
#include <cuda_runtime.h>
#include <utility>

// The same pointer.
__global__ void same(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_same(float *p) { same<<<1, 256>>>(p, p); }

// One launch of many is enough.
__global__ void once(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_once()
{
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    once<<<1, 256>>>(a, b);
    once<<<1, 256>>>(b, b);
}

// An element further on.
__global__ void shifted(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void launch_shifted(float *p) { shifted<<<1, 256>>>(p + 1, p); }

// Parts of one allocation whose sizes are not known.
__global__ void parts(const float *in, float *out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = in[i];
}
void launch_parts(int n, int gap)
{
    float *p;
    cudaMalloc(&p, 2 * n * sizeof(float));
    parts<<<1, 256>>>(p, p + gap, n);
    cudaFree(p);
}

// The address of an element.
__global__ void element(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void launch_element(float *p, int k) { element<<<1, 256>>>(&p[k], p); }

// Copies of the pointer on the host.
__global__ void copied(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_copied(int n)
{
    float *p;
    cudaMalloc(&p, n);
    float *q = p;
    float *r = q + 4;
    copied<<<1, 256>>>(r, p);
}

// Assigned later, on one way.
__global__ void chosen(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_chosen(float *p, float *scratch, bool in_place)
{
    float *target = scratch;
    if (in_place)
        target = p;
    chosen<<<1, 256>>>(p, target);
}

// By a conditional operator.
__global__ void conditional(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_conditional(float *p, float *scratch, bool in_place) { conditional<<<1, 256>>>(p, in_place ? p : scratch); }

// Through a cast.
__global__ void cast(const unsigned *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_cast(float *p) { cast<<<1, 256>>>((const unsigned *)p, p); }

// Through functions that launch.
__global__ void wrapped(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
static void run_wrapped(const float *from, float *to) { wrapped<<<1, 256>>>(from, to); }
void launch_wrapped(float *p) { run_wrapped(p, p); }

__global__ void deeper(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
static void run_deeper(const float *from, float *to) { deeper<<<1, 256>>>(from, to); }
static void pass_on(float *p, int k) { run_deeper(p + k, p); }
void launch_deeper(float *p)
{
    for (int k = 0; k < 4; k++)
        pass_on(p, k);
}

// By cudaLaunchKernel and by cudaLaunchKernelEx.
__global__ void by_call(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_by_call(float *p)
{
    void *arguments[] = {&p, &p};
    cudaLaunchKernel((const void *)by_call, dim3(1), dim3(256), arguments, 0, 0);
}
__global__ void by_config(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_by_config(float *p)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = 1;
    config.blockDim = 256;
    cudaLaunchKernelEx(&config, by_config, (const float *)p, p);
}
__global__ void cooperative(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_cooperative(float *p)
{
    void *arguments[] = {&p, &p};
    cudaLaunchCooperativeKernel((void *)cooperative, dim3(1), dim3(256), arguments);
}

// Members of a struct that hold one pointer.
struct Buffers {
    float *in, *out;
};
__global__ void members(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_members(int n)
{
    Buffers b;
    cudaMalloc(&b.in, n);
    b.out = b.in;
    members<<<1, 256>>>(b.in, b.out);
}
__global__ void same_member(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_same_member(Buffers *b) { same_member<<<1, 256>>>(b->in, b->in); }

// Elements of an array of pointers.
__global__ void elements(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_elements(float **buffers, int from, int to) { elements<<<1, 256>>>(buffers[from], buffers[to]); }

// Buffers that change places between launches.
__global__ void swapped(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_swapped(int steps)
{
    float *a, *b;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    for (int s = 0; s < steps; s++) {
        swapped<<<1, 256>>>(a, b);
        std::swap(a, b);
    }
}
__global__ void swapped_by_hand(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_swapped_by_hand(float *a, float *b, int steps)
{
    for (int s = 0; s < steps; s++) {
        swapped_by_hand<<<1, 256>>>(a, b);
        float *t = a;
        a = b;
        b = t;
    }
}
__global__ void alternating(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_alternating(int steps)
{
    float *buffer[2];
    cudaMalloc(&buffer[0], 4096);
    cudaMalloc(&buffer[1], 4096);
    int from = 0;
    for (int s = 0; s < steps; s++) {
        alternating<<<1, 256>>>(buffer[from], buffer[1 - from]);
        from = 1 - from;
    }
}
__global__ void there_and_back(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_there_and_back(float *a, float *b)
{
    there_and_back<<<1, 256>>>(a, b);
    there_and_back<<<1, 256>>>(b, a);
}

// The second of two outputs is the input.
__global__ void second_output(const float *in, float *out, float *extra)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
    extra[threadIdx.x] = in[threadIdx.x + 2];
}
void launch_second_output(float *p, float *q) { second_output<<<1, 256>>>(p, q, p); }

// What a buffer is written with is an atomic.
__global__ void counted(const int *in, int *bins) { atomicAdd(&bins[in[threadIdx.x] & 15], 1); }
void launch_counted(int *p) { counted<<<1, 256>>>(p, p); }

// A member of a struct parameter points to the same buffer.
__global__ void in_struct(const float *in, Buffers b) { b.out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_in_struct(float *p)
{
    Buffers b = {p, p};
    in_struct<<<1, 256>>>(p, b);
}

// The kernel writes a variable whose address is passed.
__device__ float variable[512];
__global__ void to_variable(const float *in) { variable[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_to_variable()
{
    void *p;
    cudaGetSymbolAddress(&p, variable);
    to_variable<<<1, 256>>>((float *)p);
}

// A template, one of whose instances is launched in place.
template <typename T> __global__ void instance(const T *in, T *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_instance(float *p, double *q, double *r)
{
    instance<float><<<1, 256>>>(p, p);
    instance<<<1, 256>>>(q, r);
}

// A kernel of many names.
__global__ void by_pointer(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_by_pointer(float *p)
{
    void (*kernel)(const float *, float *) = by_pointer;
    kernel<<<1, 256>>>(p, p);
}

// A macro launches.
#define LAUNCH(kernel, ...) kernel<<<1, 256>>>(__VA_ARGS__)
__global__ void by_macro(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_by_macro(float *p) { LAUNCH(by_macro, p, p); }

// A pointer held by a reference.
__global__ void by_reference(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void launch_by_reference(float *p)
{
    float *&q = p;
    by_reference<<<1, 256>>>(q, p);
}
