// Reads that happen in functions the compiler takes in, in templates, lambdas and local pointers.

__device__ float at(const float *p, int i) { return p[i]; }
__device__ __forceinline__ float mixed(const float *p, int i, int j) { return at(p, i) + at(p + 1, j); }
__device__ inline float sum_of(const float *begin, const float *end)
{
    float s = 0;
    for (; begin != end; ++begin)
        s += *begin;
    return s;
}

__global__ void one_call(
    const float *data1, // want "(proven|likely): .*\bdata1\b"
    float *out)
{
    out[threadIdx.x] = at(data1, threadIdx.x);
}

__global__ void chain(
    const float *data2, // want "(proven|likely): .*\bdata2\b"
    float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mixed(data2, i, n - i);
}

__global__ void begin_and_end(
    float *data3, // want "(proven|likely): .*\bdata3\b"
    float *out, int n)
{
    out[threadIdx.x] = sum_of(data3 + n * threadIdx.x, data3 + n * (threadIdx.x + 1));
}

// The callee writes its first argument, and only reads the second.
__device__ void axpy(float *y, const float *x, float a, int i) { y[i] += a * x[i]; }
__global__ void update(
    float *y,
    const float *step, // want "(proven|likely): .*\bstep\b"
    float a)
{
    axpy(y, step, a, blockIdx.x * blockDim.x + threadIdx.x);
}

// The callee takes a plain pointer but does not write.
__device__ int sign(int *p, int i) { return p[i] > 0 ? 1 : -1; }
__global__ void signs(
    int *balance, // want "(proven|likely): .*\bbalance\b"
    int *s)
{
    s[threadIdx.x] = sign(balance, threadIdx.x);
}

// A reference to an element.
__device__ float twice(const float &v) { return v + v; }
__global__ void by_reference(
    const float *data4, // want "(proven|likely): .*\bdata4\b"
    float *out)
{
    out[threadIdx.x] = twice(data4[threadIdx.x]);
}

// Templates of kernels and of functions.
template <typename T> __device__ T clamp_read(const T *p, int i, int n) { return p[i < n ? i : n - 1]; }
template <typename T, int Step> __global__ void sample(
    const T *signal, // want "(proven|likely): .*\bsignal\b"
    T *sampled, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sampled[i] = clamp_read(signal, i * Step, n);
}
template __global__ void sample<float, 2>(const float *, float *, int);

struct Plus {
    template <typename T> __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T, typename Op> __global__ void fold(
    T *items, // want "(proven|likely): .*\bitems\b"
    T *folded, int n, Op op)
{
    T s = items[threadIdx.x];
    for (int i = threadIdx.x + blockDim.x; i < n; i += blockDim.x)
        s = op(s, items[i]);
    folded[threadIdx.x] = s;
}
template __global__ void fold<int, Plus>(int *, int *, int, Plus);

// A lambda in the kernel.
__global__ void with_lambda(
    const float *field, // want "(proven|likely): .*\bfield\b"
    float *out, int width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto get = [&](int dx) { return field[i + dx * width]; };
    out[i] = get(-1) + get(1);
}

// Local pointers: a row, a walk, a choice of offset.
__global__ void row(
    const float *grid, // want "(proven|likely): .*\bgrid\b"
    float *out, int width)
{
    const float *mine = grid + (blockIdx.x * blockDim.x + threadIdx.x) * width;
    float s = 0;
    for (int k = 0; k < width; k++)
        s += mine[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

__global__ void walk(
    const double *series, // want "(proven|likely): .*\bseries\b"
    double *out, int n)
{
    const double *p = &series[threadIdx.x], *end = series + n;
    double s = 0;
    while (p < end) {
        s += *p;
        p += blockDim.x;
    }
    out[threadIdx.x] = s;
}

__global__ void moves_itself(
    const short *track, // want "(proven|likely): .*\btrack\b"
    short *out)
{
    track += blockIdx.x * 1024;
    out += blockIdx.x * 1024;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x)
        out[i] = track[i] - track[i ^ 1];
}

__global__ void chosen_offset(
    const int *halves, // want "(proven|likely): .*\bhalves\b"
    int *out, int n, bool upper)
{
    const int *p = upper ? halves + n : halves;
    out[threadIdx.x] = p[threadIdx.x];
}

// The copy of the pointer loses const; nothing is stored through it.
__global__ void loses_const(
    const float *quiet, // want "(proven|likely): .*\bquiet\b"
    float *out)
{
    float *p = const_cast<float *>(quiet);
    out[threadIdx.x] = p[threadIdx.x] + 1;
}
