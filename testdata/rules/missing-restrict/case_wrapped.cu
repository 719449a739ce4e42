// Reads by copies, views made in the kernel, chains of indexes, and of one thread only.

struct Matrix4 {
    float v[16];
};
__global__ void whole_struct(
    const Matrix4 *frames, // want "(proven|likely): .*\bframes\b"
    Matrix4 *out)
{
    out[threadIdx.x] = frames[threadIdx.x];
}

__global__ void by_memcpy(
    const float *block, // want "(proven|likely): .*\bblock\b"
    float *out)
{
    memcpy(out + threadIdx.x * 4, block + threadIdx.x * 4, 16);
}

// A view of the parameter, made in the kernel.
struct Span {
    const float *p;
    int n;
    __device__ float operator[](int i) const { return p[i < n ? i : n - 1]; }
};
__global__ void by_view(
    const float *viewed, // want "(proven|likely): .*\bviewed\b"
    float *out, int n)
{
    Span s{viewed, n};
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void by_local_lambda(
    const float *argument, // want "(proven|likely): .*\bargument\b"
    float *out)
{
    auto load = [](const float *p, int i) { return p[i]; };
    out[threadIdx.x] = load(argument, threadIdx.x);
}

// The next index is what was read.
__global__ void follow(
    const int *next, // want "(proven|likely): .*\bnext\b"
    int *last, int n)
{
    int i = threadIdx.x;
    while (i < n)
        i = next[i];
    last[threadIdx.x] = i;
}

__global__ void to_local_array(
    const float *polynomial, // want "(proven|likely): .*\bpolynomial\b"
    float *out, int n)
{
    float c[4];
    for (int i = 0; i < 4; i++)
        c[i] = polynomial[i + n];
    out[threadIdx.x] = c[n & 3];
}

__global__ void one_thread(
    const int *cell, // want "(proven|likely): .*\bcell\b"
    int *out)
{
    if (threadIdx.x == 0)
        *out = *cell;
}

__global__ void flags(
    const bool *active, // want "(proven|likely): .*\bactive\b"
    int *out)
{
    if (active[threadIdx.x])
        out[threadIdx.x] = 1;
}

// Two kinds of access, of which one already takes the path.
__global__ void partly_by_ldg(
    const float *both_ways, // want "(proven|likely): .*\bboth_ways\b"
    float *out)
{
    out[threadIdx.x] = __ldg(&both_ways[threadIdx.x]) + both_ways[threadIdx.x + 1];
}

// Only one arm of what is compiled for the device stores.
__global__ void chosen_when_compiled(
    const float *from_arm, // want "(proven|likely): .*\bfrom_arm\b"
    float *out)
{
#ifdef IN_SHARED
    __shared__ float s[32];
    s[threadIdx.x] = 1;
#else
    out[threadIdx.x] = from_arm[threadIdx.x];
#endif
}
