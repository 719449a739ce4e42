// One buffer for two restrict parameters, one of which the kernel writes.
#include <cuda_runtime.h>

__global__ void shift(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = in[i + 1];
}
__global__ void scale(const float *__restrict__ in, float *__restrict__ out, float by)
{
    out[threadIdx.x] = in[threadIdx.x] * by;
}

// The same name twice; the same thread reads and writes an element, which changes nothing in the contract.
void same_name(float *p, int n)
{
    shift<<<(n + 255) / 256, 256>>>(p, p, n); // want "(proven|likely): "
    scale<<<1, 256>>>(p, p, 2.0f); // want "(proven|likely): "
}

// Spelt in other ways.
void other_spellings(float *p, int n)
{
    shift<<<n, 256>>>(p, &p[0], n); // want "(proven|likely): "
    shift<<<n, 256>>>(p + 0, p, n); // want "(proven|likely): "
    shift<<<n, 256>>>((const float *)p, (float *)(void *)p, n); // want "(proven|likely): "
    shift<<<n, 256>>>(const_cast<const float *>(p), p, n); // want "(proven|likely): "
    shift<<<n, 256>>>(&*p, p, n); // want "(proven|likely): "
}

// A second name of the pointer.
void second_name(int n)
{
    float *p;
    cudaMalloc(&p, n * sizeof(float));
    float *q = p;
    shift<<<n, 256>>>(p, q, n); // want "(proven|likely): "
    float *r;
    r = q;
    shift<<<n, 256>>>(r, p, n); // want "(proven|likely): "
    float *&s = p;
    shift<<<n, 256>>>(s, p, n); // want "(proven|likely): "
    cudaFree(p);
}

// An exchange that forgot a step.
void half_swapped(float *a, float *b, int n)
{
    a = b;
    shift<<<n, 256>>>(a, b, n); // want "(proven|likely): "
}

// Members.
struct Buffers {
    float *in, *out;
};
void members(Buffers *b, int n)
{
    shift<<<n, 256>>>(b->in, b->in, n); // want "(proven|likely): "
}
void assigned_members(int n)
{
    Buffers b;
    cudaMalloc(&b.in, n);
    b.out = b.in;
    shift<<<n, 256>>>(b.in, b.out, n); // want "(proven|likely): "
}
struct Solver {
    float *state;
    int n;
    void step() { shift<<<n, 256>>>(state, state, n); } // want "(proven|likely): "
    void step_again() { shift<<<n, 256>>>(this->state, state, n); } // want "(proven|likely): "
};

// Elements of an array of pointers.
void elements(float **buffers, int k, int n)
{
    shift<<<n, 256>>>(buffers[0], buffers[0], n); // want "(proven|likely): "
    shift<<<n, 256>>>(buffers[k], buffers[k], n); // want "(proven|likely): "
}

// Variables of the device.
__managed__ float managed[1024];
void managed_variable() { shift<<<4, 256>>>(managed, managed, 1024); } // want "(proven|likely): "

// In a loop, and after other launches that are right.
void steps(int count, int n)
{
    float *a, *b;
    cudaMalloc(&a, n);
    cudaMalloc(&b, n);
    shift<<<n, 256>>>(a, b, n);
    for (int s = 0; s < count; s++)
        shift<<<n, 256>>>(b, b, n); // want "(proven|likely): "
    cudaFree(a);
    cudaFree(b);
}
