// Pointers through which the kernel writes, one way or another.

__global__ void in_place(float *data) { data[threadIdx.x] = data[threadIdx.x] * 2; }
__global__ void compound(float *data) { data[threadIdx.x] += data[threadIdx.x + 1]; }
__global__ void increment(int *data) { data[threadIdx.x]++; }
__global__ void by_member(float4 *data, float *out)
{
    out[threadIdx.x] = data[threadIdx.x].y;
    data[threadIdx.x].x = 0;
}
__global__ void by_arrow(float4 *data, float *out)
{
    out[threadIdx.x] = data->y;
    (data + 1)->x = 0;
}
__global__ void read_after_barrier(float *part, float *out)
{
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = part[threadIdx.x ^ 1];
}
__global__ void only_sometimes(int *a, int *out, bool store)
{
    if (store)
        a[0] = 1;
    out[threadIdx.x] = a[threadIdx.x];
}

// Atomics write.
__global__ void atomic(int *counter, int *out) { out[threadIdx.x] = counter[1] + atomicAdd(counter, 1); }
__global__ void exchange(unsigned long long *slot, unsigned long long *out) { out[threadIdx.x] = slot[1] + atomicCAS(&slot[threadIdx.x], 0ull, 1ull); }
__device__ __forceinline__ void atomic_add(double *p, double v) { atomicAdd(p, v); }
__global__ void atomic_in_callee(double *acc, double *out)
{
    out[threadIdx.x] = acc[threadIdx.x];
    atomic_add(acc + threadIdx.x, 1);
}

// Local copies of the pointer.
__global__ void by_copy(float *in, float *out)
{
    float *p = in + 32;
    out[threadIdx.x] = in[threadIdx.x];
    p[threadIdx.x] = 0;
}
__global__ void by_second_copy(float *in, float *out)
{
    float *p = in, *q;
    q = p + 1;
    out[threadIdx.x] = in[threadIdx.x];
    *q++ = 0;
}
__global__ void by_reference(float *in, float *out)
{
    float &r = in[threadIdx.x];
    out[threadIdx.x] = in[threadIdx.x + 1];
    r = 0;
}
__global__ void by_reference_to_pointer(float *in, float *out)
{
    float *&p = in;
    out[threadIdx.x] = in[threadIdx.x];
    p[1] = 0;
}
__global__ void by_choice(float *in, float *other, float *out, bool first)
{
    float *p = first ? in : other;
    out[threadIdx.x] = in[threadIdx.x] + other[threadIdx.x];
    p[threadIdx.x] = 0;
}
__global__ void by_choice_of_element(float *in, float *other, float *out, bool first)
{
    out[threadIdx.x] = in[threadIdx.x] + other[threadIdx.x];
    (first ? in : other)[threadIdx.x] = 0;
}
__global__ void by_branches(float *in, float *other, float *out, int way)
{
    float *p;
    if (way == 0)
        p = in;
    else
        p = other;
    out[threadIdx.x] = in[threadIdx.x] + other[threadIdx.x];
    p[threadIdx.x] = 0;
}
__global__ void by_array_of_pointers(float *in, float *other, float *out, int k)
{
    float *both[2] = {in, other};
    out[threadIdx.x] = in[threadIdx.x] + other[threadIdx.x];
    both[k][threadIdx.x] = 0;
}
__global__ void by_pointer_to_pointer(float *in, float *out)
{
    float **where = &in;
    out[threadIdx.x] = in[threadIdx.x];
    (*where)[32] = 0;
}
struct Pair {
    float *first, *second;
};
__global__ void by_member_of_local(float *in, float *out)
{
    Pair p = {in, out};
    out[threadIdx.x] = in[threadIdx.x];
    p.first[32] = 0;
}
__global__ void by_assigned_member(float *in, float *out)
{
    Pair p;
    p.second = in;
    out[threadIdx.x] = in[threadIdx.x];
    p.second[32] = 0;
}

// Casts.
__global__ void by_cast(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    ((int *)in)[threadIdx.x] = 0;
}
__global__ void by_vector(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    *reinterpret_cast<float2 *>(&in[2 * threadIdx.x]) = make_float2(0, 0);
}
__global__ void by_const_cast(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    const_cast<float *>(in)[0] = 0;
}
__global__ void by_number(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    *(float *)((char *)in + 128) = 0;
}

// Functions.
__device__ void store(float *p, int i, float v) { p[i] = v; }
__device__ void store_deeper(float *p, int i) { store(p + 1, i, 0); }
__global__ void by_callee(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    store(in, threadIdx.x, 1);
}
__global__ void by_deeper_callee(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    store_deeper(in, threadIdx.x);
}
__device__ void set(float &v) { v = 0; }
__global__ void by_reference_parameter(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x + 1];
    set(in[threadIdx.x]);
}
template <typename T> __device__ void swap_values(T &a, T &b)
{
    T t = a;
    a = b;
    b = t;
}
__global__ void by_swap(int *in, int *out)
{
    if (in[threadIdx.x] > in[threadIdx.x + 1])
        swap_values(in[threadIdx.x], in[threadIdx.x + 1]);
    out[0] = in[0];
}
__device__ float *second_half(float *p, int n) { return p + n; }
__global__ void by_returned_pointer(float *in, float *out, int n)
{
    out[threadIdx.x] = in[threadIdx.x];
    second_half(in, n)[threadIdx.x] = 0;
}
__device__ void keep(float **where, float *p) { *where = p; }
__global__ void by_kept_pointer(float *in, float *out)
{
    float *p;
    keep(&p, in);
    out[threadIdx.x] = in[threadIdx.x];
    p[32] = 0;
}
template <typename T> __device__ void put(T *p, T v) { p[threadIdx.x] = v; }
template <typename T> __global__ void by_template(T *in, T *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    put(in, T(0));
}
template __global__ void by_template<float>(float *, float *);
struct Writer {
    float *p;
    __device__ Writer(float *p) : p(p) {}
    __device__ void set(int i, float v) { p[i] = v; }
    __device__ float &operator[](int i) { return p[i]; }
};
__global__ void by_method(float *in, float *out)
{
    Writer w(in);
    out[threadIdx.x] = in[threadIdx.x];
    w.set(threadIdx.x, 0);
}
__global__ void by_operator(float *in, float *out)
{
    Writer w(in);
    out[threadIdx.x] = in[threadIdx.x];
    w[threadIdx.x] = 0;
}
__global__ void by_lambda(float *in, float *out)
{
    auto clear = [=](int i) { in[i] = 0; };
    out[threadIdx.x] = in[threadIdx.x];
    clear(threadIdx.x);
}
__device__ void unknown(float *p);
__device__ void unknown(float *p) { asm volatile("st.global.f32 [%0], %1;" ::"l"(p), "f"(0.0f) : "memory"); }
__global__ void by_asm_in_callee(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    unknown(in);
}
__global__ void by_memset(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    memset(in, 0, 16);
}
__global__ void by_memcpy(float *in, float *out)
{
    float v = in[threadIdx.x];
    memcpy(in + 32, &v, 4);
    out[threadIdx.x] = v;
}

// The parameters change places in the kernel.
__global__ void ping_pong(float *a, float *b, int steps)
{
    int i = threadIdx.x;
    for (int s = 0; s < steps; s++) {
        b[i] = a[i] + a[i + 1];
        __syncthreads();
        float *t = a;
        a = b;
        b = t;
    }
}
__global__ void ping_pong_copies(float *a, float *b, int steps)
{
    float *from = a, *to = b;
    for (int s = 0; s < steps; s++) {
        to[threadIdx.x] = from[threadIdx.x + 1];
        __syncthreads();
        float *t = from;
        from = to;
        to = t;
    }
}
template <typename T> __device__ void swap_pointers(T *&a, T *&b)
{
    T *t = a;
    a = b;
    b = t;
}
__global__ void ping_pong_callee(float *a, float *b, int steps)
{
    for (int s = 0; s < steps; s++) {
        b[threadIdx.x] = a[threadIdx.x + 1];
        __syncthreads();
        swap_pointers(a, b);
    }
}
__global__ void now_the_output(float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x];
    a = b;
    b[threadIdx.x + 32] = a[threadIdx.x ^ 1];
}
__global__ void by_parity(float *a, float *b, int steps)
{
    for (int s = 0; s < steps; s++) {
        float *from = s & 1 ? b : a, *to = s & 1 ? a : b;
        to[threadIdx.x] = from[threadIdx.x + 1];
        __syncthreads();
    }
}

// Other threads write while this one waits for it.
__global__ void handshake(int *flag, int *out)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        atomicExch(flag, 1);
    while (flag[0] == 0)
        __nanosleep(100);
    out[threadIdx.x] = 1;
}
