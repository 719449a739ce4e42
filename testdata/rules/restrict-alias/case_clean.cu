// Launches that keep the contract, or of which it cannot be said that they break it.
#include <cuda_runtime.h>
#include <cstdint>
#include <utility>

__global__ void shift(const float *__restrict__ in, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        out[i] = in[i + 1];
}

// Different buffers, in both orders.
void different(int n)
{
    float *a, *b;
    cudaMalloc(&a, n);
    cudaMalloc(&b, n);
    shift<<<n, 256>>>(a, b, n);
    shift<<<n, 256>>>(b, a, n);
}

// Exchanged after each step.
void exchanged(float *a, float *b, int n, int steps)
{
    for (int s = 0; s < steps; s++) {
        shift<<<n, 256>>>(a, b, n);
        std::swap(a, b);
    }
}
void exchanged_by_hand(float *a, float *b, int n, int steps)
{
    for (int s = 0; s < steps; s++) {
        shift<<<n, 256>>>(a, b, n);
        float *t = a;
        a = b;
        b = t;
    }
}
void alternating(float *buffer[2], int n, int steps)
{
    for (int s = 0; s < steps; s++)
        shift<<<n, 256>>>(buffer[s & 1], buffer[1 - (s & 1)], n);
}
void rotating(float **buffer, int n)
{
    int from = 0;
    for (int s = 0; s < 10; s++) {
        int to = (from + 1) % 3;
        shift<<<n, 256>>>(buffer[from], buffer[to], n);
        from = to;
    }
}

// Nothing is written through either.
__global__ void dot(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ sum)
{
    atomicAdd(sum, a[threadIdx.x] * b[threadIdx.x]);
}
void norm(float *v, float *sum) { dot<<<1, 256>>>(v, v, sum); }

// One is not used.
__global__ void ignores(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = 1; }
void fill(float *p) { ignores<<<1, 256>>>(p, p); }

// Nothing is restrict.
__global__ void plain(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void in_place(float *p) { plain<<<1, 256>>>(p, p); }

// What is restrict is a third pointer.
__global__ void table_restrict(const float *in, float *out, const float *__restrict__ table)
{
    out[threadIdx.x] = in[threadIdx.x] * table[threadIdx.x];
}
void third(float *p, float *table) { table_restrict<<<1, 256>>>(p, p, table); }

// The pointers in the rows are restrict, the parameter is not.
__global__ void rows(float *__restrict__ const *a, float *__restrict__ const *b) { b[0][threadIdx.x] = a[1][threadIdx.x]; }
void same_rows(float **p) { rows<<<1, 256>>>(p, p); }

// Null.
void no_buffer(float *p)
{
    shift<<<1, 256>>>(nullptr, nullptr, 0);
    shift<<<1, 256>>>(p, nullptr, 0);
    shift<<<1, 256>>>(NULL, NULL, 0);
    shift<<<1, 256>>>(0, 0, 0);
}

// Parts of one allocation: behind each other as far as can be told.
void halves(int n)
{
    float *p;
    cudaMalloc(&p, 2 * n * sizeof(float));
    shift<<<(n + 255) / 256, 256>>>(p, p + n, n);
    float *in = p, *out = p + n;
    shift<<<(n + 255) / 256, 256>>>(in, out, n);
    shift<<<(n + 255) / 256, 256>>>(&p[n], &p[0], n);
}
__global__ void next_block(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
void behind(float *p)
{
    next_block<<<1, 256>>>(p, p + 256);
    next_block<<<1, 256>>>(p + 512, p);
    next_block<<<1, 32>>>(p, p + 32);
}
__global__ void one_cell(const float *__restrict__ in, float *__restrict__ out) { *out = *in * 2; }
void cells(float *p) { one_cell<<<1, 1>>>(p, p + 1); }
void unknown_offset(float *p, int from, int to, int n) { shift<<<n, 256>>>(p + from, p + to, n); }
void unknown_elements(float **p, int from, int to, int n) { shift<<<n, 256>>>(p[from], p[to], n); }
void pitched(float *image, size_t pitch, int row)
{
    next_block<<<1, 256>>>(image + row * pitch, image + (row + 1) * pitch);
}

// A name that was given another buffer since.
void given_another(float *p, int n)
{
    float *q = p;
    cudaMalloc(&q, n);
    shift<<<n, 256>>>(p, q, n);
    float *r = p;
    r = q;
    shift<<<n, 256>>>(p, r, n);
}
void on_one_way(float *p, float *scratch, int n)
{
    float *q = p;
    if (n > 1000)
        q = scratch;
    else
        return;
    shift<<<n, 256>>>(p, q, n);
}

// Two variables of one name.
void scopes(float *p, int n)
{
    float *q = p;
    {
        float *p;
        cudaMalloc(&p, n);
        shift<<<n, 256>>>(p, q, n);
    }
}

// Members of their own.
struct Buffers {
    float *in, *out;
    float *pair[2];
};
void members(Buffers &b, Buffers &c, int n)
{
    shift<<<n, 256>>>(b.in, b.out, n);
    shift<<<n, 256>>>(b.in, c.in, n);
    shift<<<n, 256>>>(b.pair[0], b.pair[1], n);
}
struct Pair {
    float first[256], second[256];
};
void arrays_in_struct(Pair *p) { next_block<<<1, 256>>>(p->first, p->second); }

// Functions that pass on what they are given, by callers that do it right or are not known.
static void run(const float *from, float *to, int n) { shift<<<n, 256>>>(from, to, n); }
void use(float *a, float *b, int n)
{
    run(a, b, n);
    run(b, a, n);
}
void not_known(const float *from, float *to, int n) { shift<<<n, 256>>>(from, to, n); }

// No launch.
void on_host(const float *__restrict__ in, float *__restrict__ out) { *out = *in; }
__device__ void on_device(const float *__restrict__ in, float *__restrict__ out) { *out = *in; }
void calls(float *p) { on_host(p, p); }
#if 0
void not_compiled(float *p) { shift<<<1, 256>>>(p, p, 1); }
#endif

// A number twice, an address as a number.
__global__ void numbers(const float *__restrict__ in, float *__restrict__ out, int a, int b, uintptr_t where)
{
    if (where)
        out[threadIdx.x] = in[threadIdx.x] * a + b;
}
void same_numbers(float *p, float *q, int n) { numbers<<<1, 256>>>(p, q, n, n, (uintptr_t)p); }

// Overloads and instances: the one that is launched is not restrict.
__global__ void over(const float *__restrict__ in, float *__restrict__ out, int n) { out[threadIdx.x] = in[n]; }
__global__ void over(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
void launch_over(float *p) { over<<<1, 256>>>(p, p); }

// Host and device copies.
void copies(const float *h_in, int n)
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, n);
    cudaMalloc(&d_out, n);
    cudaMemcpy(d_in, h_in, n, cudaMemcpyHostToDevice);
    cudaMemcpy(d_in, d_in, n, cudaMemcpyDeviceToDevice);
    shift<<<n, 256>>>(d_in, d_out, n);
}
