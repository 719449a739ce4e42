// Pointer parameters of kernels: what __restrict__ on one of them, and on no other,
// does to the global loads of the kernel. restrict_own.csv has the counts for every
// pointer parameter, restrict_own.py measures them; it wants signatures on one line.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

// --- where the store goes -------------------------------------------------

__global__ void no_store(const float *in, int n) {
    if (in[threadIdx.x] > n) __trap();
}
__global__ void shared_store_only(const float *in, int n) {
    __shared__ float s[256];
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (s[n] > 3.0f) __trap();
}
__device__ float sink[1024];
__device__ int counter;
__global__ void store_to_variable(const float *in, int n) {
    sink[threadIdx.x] = in[threadIdx.x];
    sink[threadIdx.x + 512] = in[threadIdx.x + n];
}
__global__ void atomic_on_variable(const int *in, int n) {
    if (in[threadIdx.x] > n) atomicAdd(&counter, in[threadIdx.x + n]);
}
__global__ void atomic_only(const int *in, int *hist, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(hist + in[i], 1);
}
__global__ void atomic_exchange_only(const unsigned *in, unsigned *lock) {
    atomicExch(lock, in[threadIdx.x]);
}
__global__ void other_type_stored(const float *in, short *out, int n) {
    int i = threadIdx.x;
    out[i] = (short)in[i];
    out[i + 32] = (short)in[i];
}
__global__ void store_first(const float *in, float *out) {
    out[threadIdx.x] = 1.0f;
    out[threadIdx.x + 32] = in[threadIdx.x];
}
__global__ void load_in_branch(const float *in, float *out, int n) {
    int i = threadIdx.x;
    if (n > 7) { if (in[i] > 2.0f) __trap(); }
    else out[i] = 1.0f;
}
__global__ void both_outputs_restrict(const float *in, float *__restrict__ a, float *__restrict__ b) {
    a[threadIdx.x] = in[threadIdx.x];
    b[threadIdx.x] = in[threadIdx.x + 1];
}
__global__ void one_output_restrict(const float *in, float *__restrict__ a, float *b) {
    a[threadIdx.x] = in[threadIdx.x];
    b[threadIdx.x] = in[threadIdx.x + 1];
}
__global__ void other_input_restrict(const float *__restrict__ w, const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x] * w[threadIdx.x];
}
struct Out { float *data; };
struct RestrictOut { float *__restrict__ data; };
__global__ void store_through_member(const float *in, Out o) {
    o.data[threadIdx.x] = in[threadIdx.x];
}
__global__ void store_through_restrict_member(const float *in, RestrictOut o) {
    o.data[threadIdx.x] = in[threadIdx.x];
}
__global__ void store_through_rows(const float *in, float **rows) {
    rows[0][threadIdx.x] = in[threadIdx.x];
}
__global__ void store_to_local_array(const float *in, int *out, int n) {
    float t[4];
    for (int k = 0; k < 4; ++k) t[k] = in[k * 32 + threadIdx.x];
    out[threadIdx.x] = t[0] > t[1] ? (int)(t[2] + n) : (int)t[3];
}

// --- how the loads are written ---------------------------------------------

__global__ void const_pointer(const float *const in, float *const out) {
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void east_const(float const *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void array_form(const float in[], float out[]) {
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void by_reference(const float *in, float *out, int n) {
    const float &v = in[threadIdx.x];
    for (int k = 0; k < n; ++k) out[k * 32 + threadIdx.x] = v;
}
__global__ void walked_parameter(const float *in, float *out, int n) {
    in += threadIdx.x;
    float s = 0.0f;
    for (int k = 0; k < n; ++k) { s += *in; in += 32; }
    out[threadIdx.x] = s;
}
__global__ void post_increment(const float *in, float *out, int n) {
    const float *p = in;
    for (int k = 0; k < n; ++k) *out++ = *p++;
}
__global__ void address_of_element(const float *in, float *out, int n) {
    const float *p = &in[threadIdx.x * n];
    out[threadIdx.x] = p[0] + p[1];
}
__global__ void chosen_among_inputs(const float *a, const float *b, float *out, int n) {
    const float *p = n > 5 ? a : b;
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void chosen_with_output(const float *in, float *out, int n) {
    const float *p = n > 5 ? in : out;
    out[threadIdx.x + n] = p[threadIdx.x];
}
__global__ void array_of_pointers(const float *a, const float *b, float *out) {
    const float *p[2] = {a, b};
    float s = 0.0f;
    for (int k = 0; k < 2; ++k) s += p[k][threadIdx.x];
    out[threadIdx.x] = s;
}
__global__ void array_of_pointers_indexed(const float *a, const float *b, float *out, int n) {
    const float *p[2] = {a, b};
    out[threadIdx.x] = p[n & 1][threadIdx.x];
}
__global__ void two_dimensional(const float (*in)[64], float *out) {
    out[threadIdx.x] = in[blockIdx.x][threadIdx.x];
}
__global__ void by_void_pointer(const void *in, float *out) {
    out[threadIdx.x] = static_cast<const float *>(in)[threadIdx.x];
}
__global__ void by_bytes(const unsigned char *in, float *out) {
    out[threadIdx.x] = *(const float *)(in + threadIdx.x * 4);
}
__global__ void by_integer(const float *in, float *out) {
    unsigned long long a = (unsigned long long)in + threadIdx.x * 4;
    out[threadIdx.x] = *(const float *)a;
}
__global__ void alignment_tested(const float *in, float *out) {
    if ((size_t)in % 16 == 0) out[threadIdx.x] = in[threadIdx.x];
}
__global__ void index_table(const int *index, const float *in, float *out) {
    out[threadIdx.x] = in[index[threadIdx.x]];
}
__global__ void scatter(const int *index, const float *in, float *out) {
    out[index[threadIdx.x]] = in[threadIdx.x];
}
struct Particle { float x, y, z; int next; };
__global__ void struct_elements(const Particle *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x].x + in[in[threadIdx.x].next].z;
}
__global__ void struct_copied(const Particle *in, Particle *out) {
    Particle p = in[threadIdx.x];
    p.x += 1.0f;
    out[threadIdx.x] = p;
}
struct Flagged { volatile int flag; int value; };
__global__ void volatile_member(const Flagged *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x].flag;
}
__global__ void beside_volatile_member(const Flagged *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x].value;
}
__global__ void cast_to_volatile(const int *in, int *out) {
    out[threadIdx.x] = *(const volatile int *)(in + threadIdx.x);
}
__global__ void volatile_and_plain(const int *in, int *out) {
    out[threadIdx.x] = *(const volatile int *)in + in[threadIdx.x];
}
__global__ void half_loads(const __half *in, __half *out) {
    out[threadIdx.x] = __hadd(in[threadIdx.x], in[threadIdx.x + 32]);
}
__global__ void cached_global(const float *in, float *out) {
    out[threadIdx.x] = __ldcg(in + threadIdx.x);
}
__global__ void streaming(const float *in, float *out) {
    out[threadIdx.x] = __ldcs(in + threadIdx.x);
}
__global__ void ldg_and_plain(const float *in, float *out) {
    out[threadIdx.x] = __ldg(in + threadIdx.x) + in[threadIdx.x + 64];
}
__global__ void copied_by_memcpy(const float4 *in, float4 *out) {
    float4 v;
    memcpy(&v, in + threadIdx.x, sizeof v);
    v.x += 1.0f;
    out[threadIdx.x] = v;
}
__global__ void memcpy_between(const float4 *in, float4 *out) {
    memcpy(out + threadIdx.x, in + threadIdx.x, sizeof(float4));
}
__global__ void local_restrict(const float *in, float *out) {
    const float *__restrict__ p = in;
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void only_compared(const float *in, float *out) {
    out[threadIdx.x] = in == out ? 1.0f : 2.0f;
}
__global__ void null_tested(const float *in, float *out) {
    out[threadIdx.x] = in != nullptr ? in[threadIdx.x] : 0.0f;
}
__global__ void unused(const float *in, float *out) {
    out[threadIdx.x] = 1.0f;
}
__global__ void unevaluated(const float *in, float *out) {
    out[threadIdx.x] = sizeof(in[0]);
}
__global__ void prefetched(const float *in, float *out) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    out[threadIdx.x] = in[threadIdx.x];
}

// --- reads and writes --------------------------------------------------------

__global__ void one_element_written(float *data, float *out) {
    out[threadIdx.x] = data[threadIdx.x] + data[threadIdx.x + 32];
    if (threadIdx.x == 0) data[0] = 0.0f;
}
__global__ void compound_assigned(float *sum, const float *in) {
    sum[threadIdx.x] += in[threadIdx.x];
}
__global__ void incremented(int *count, const int *in) {
    if (in[threadIdx.x] > 3) count[threadIdx.x]++;
}
__global__ void written_by_reference(float *data, float *out) {
    float &r = data[threadIdx.x];
    out[threadIdx.x] = data[threadIdx.x + 32];
    r = 2.0f;
}
__global__ void written_after_cast(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
    const_cast<float *>(in)[threadIdx.x + 1] = 0.0f;
}
__global__ void written_by_atomic(int *data, int *out) {
    out[threadIdx.x] = data[threadIdx.x];
    atomicMax(&data[threadIdx.x + 1], 3);
}
__global__ void swapped(float *a, float *b, int n) {
    for (int k = 0; k < n; ++k) {
        b[threadIdx.x] = a[threadIdx.x] + 1.0f;
        float *t = a; a = b; b = t;
    }
}
__global__ void parameter_replaced(const float *in, const float *other, float *out, int n) {
    if (n > 4) in = other;
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void parameter_replaced_by_output(const float *in, float *out, int n) {
    float s = in[threadIdx.x];
    if (n > 4) in = out;
    out[threadIdx.x] = in[threadIdx.x + 1] + s;
}
__global__ void stored_pointer(const float *in, float *out, const float **where) {
    *where = in;
    out[threadIdx.x] = in[threadIdx.x];
}

// --- callees -------------------------------------------------------------------

__device__ float at(const float *p, int i) { return p[i]; }
__device__ float at_reference(const float *const &p, int i) { return p[i]; }
__device__ float element(const float &v) { return v * 2.0f; }
__device__ __noinline__ float at_not_inlined(const float *p, int i) { return p[i]; }
__device__ __noinline__ float at_not_inlined_restrict(const float *__restrict__ p, int i) { return p[i]; }
__device__ __forceinline__ float at_restrict(const float *__restrict__ p, int i) { return p[i]; }
__device__ void put(float *p, int i, float v) { p[i] = v; }
__device__ __noinline__ void put_not_inlined(float *p, int i, float v) { p[i] = v; }
__device__ void copy_one(float *to, const float *from, int i) { to[i] = from[i]; }
__device__ void add_to(float &v, float x) { v += x; }
__device__ const float *row(const float *p, int r) { return p + r * 64; }
__device__ void advance(const float *&p, int n) { p += n; }
__device__ int fibonacci(const int *p, int n) { return n < 2 ? p[n] : fibonacci(p, n - 1) + fibonacci(p, n - 2); }

__global__ void through_reference_callee(const float *in, float *out) {
    out[threadIdx.x] = at_reference(in, threadIdx.x);
}
__global__ void element_by_reference(const float *in, float *out) {
    out[threadIdx.x] = element(in[threadIdx.x]);
}
__global__ void not_inlined(const float *in, float *out) {
    out[threadIdx.x] = at_not_inlined(in, threadIdx.x);
}
__global__ void not_inlined_restrict(const float *in, float *out) {
    out[threadIdx.x] = at_not_inlined_restrict(in, threadIdx.x);
}
__global__ void not_inlined_and_plain(const float *in, float *out) {
    out[threadIdx.x] = at_not_inlined(in, threadIdx.x) + in[threadIdx.x + 32];
}
__global__ void inlined_restrict(const float *in, float *out) {
    out[threadIdx.x] = at_restrict(in, threadIdx.x);
}
__global__ void store_by_callee(const float *in, float *out) {
    put(out, threadIdx.x, in[threadIdx.x]);
}
__global__ void store_by_callee_not_inlined(const float *in, float *out) {
    put_not_inlined(out, threadIdx.x, in[threadIdx.x]);
}
__global__ void both_in_callee(const float *in, float *out) {
    copy_one(out, in, threadIdx.x);
}
__global__ void written_by_reference_callee(float *data, float *out) {
    out[threadIdx.x] = data[threadIdx.x];
    add_to(data[threadIdx.x + 32], 1.0f);
}
__global__ void pointer_returned(const float *in, float *out) {
    const float *p = row(in, blockIdx.x);
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void pointer_advanced(const float *in, float *out) {
    advance(in, threadIdx.x);
    out[threadIdx.x] = *in;
}
__global__ void recursive_reader(const int *in, int *out, int n) {
    out[threadIdx.x] = fibonacci(in, n);
}

// --- objects and lambdas ---------------------------------------------------------

struct ReadView {
    const float *p;
    __device__ ReadView(const float *q) : p(q) {}
    __device__ float operator[](int i) const { return p[i]; }
    __device__ float at(int i) const { return p[i]; }
};
struct Pair { const float *from; float *to; };
struct Stepper { float *p; __device__ void set(int i, float v) { p[i] = v; } };

__global__ void view_subscript(const float *in, float *out) {
    ReadView v(in);
    out[threadIdx.x] = v[threadIdx.x];
}
__global__ void view_method(const float *in, float *out) {
    ReadView v{in};
    out[threadIdx.x] = v.at(threadIdx.x);
}
__global__ void aggregate_of_both(const float *in, float *out) {
    Pair p = {in, out};
    p.to[threadIdx.x] = p.from[threadIdx.x];
}
__global__ void written_by_method(float *data, float *out) {
    Stepper s{data};
    out[threadIdx.x] = data[threadIdx.x];
    s.set(threadIdx.x + 1, 3.0f);
}
__global__ void lambda_reads(const float *in, float *out) {
    auto get = [&](int i) { return in[i]; };
    out[threadIdx.x] = get(threadIdx.x);
}
__global__ void lambda_by_value(const float *in, float *out) {
    auto get = [=](int i) { return in[i] * 2.0f; };
    out[threadIdx.x] = get(threadIdx.x);
}
__global__ void lambda_writes(float *data, float *out) {
    auto set = [=](int i) { data[i] = 1.0f; };
    out[threadIdx.x] = data[threadIdx.x];
    set(threadIdx.x + 3);
}
template <typename F> __device__ float apply(F f, int i) { return f(i); }
__global__ void lambda_passed_on(const float *in, float *out) {
    out[threadIdx.x] = apply([=](int i) { return in[i]; }, threadIdx.x);
}

// --- templates, groups, asm ---------------------------------------------------------

template <typename T, int N> __global__ void templated_loop(const T *in, T *out, int n) {
    T s = 0;
    for (int k = 0; k < N; ++k) s += in[k * n + threadIdx.x];
    out[threadIdx.x] = s;
}
template __global__ void templated_loop<float, 4>(const float *, float *, int);
template <typename T> struct Holder {
    const T *p;
    __device__ explicit Holder(const T *q) : p(q) {}
    __device__ T get(int i) const { return p[i]; }
};
template <typename T> __global__ void templated_holder(const T *in, T *out) {
    Holder<T> h(in);
    out[threadIdx.x] = h.get(threadIdx.x);
}
template __global__ void templated_holder<int>(const int *, int *);
__global__ void grid_synchronised(const float *in, float *out, int n) {
    auto grid = cooperative_groups::this_grid();
    for (int k = 0; k < n; ++k) {
        out[k * 1024 + grid.thread_rank()] = in[threadIdx.x];
        grid.sync();
    }
}
__global__ void block_synchronised(const float *in, float *out, int n) {
    for (int k = 0; k < n; ++k) {
        out[k * 1024 + threadIdx.x] = in[k];
        __syncthreads();
    }
}
__global__ void fenced(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
    __threadfence();
    out[threadIdx.x + 32] = in[threadIdx.x + 1];
}
__global__ void asm_store(const float *in, float *out) {
    float v = in[threadIdx.x];
    asm volatile("st.global.f32 [%0], %1;" ::"l"(out + threadIdx.x), "f"(v) : "memory");
    v = in[threadIdx.x + 32];
    asm volatile("st.global.f32 [%0], %1;" ::"l"(out + threadIdx.x + 32), "f"(v) : "memory");
}
__global__ void asm_elsewhere(const float *in, float *out) {
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[threadIdx.x] = in[lane];
}
__global__ void printed(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
    printf("%f %p\n", in[threadIdx.x + 1], in);
}
__global__ void reread_after_store(const float *in, float *out, int n) {
    for (int k = 0; k < n; ++k) out[k] = in[0] + in[1] * k;
}
__global__ void asserted(const float *in, float *out) {
    assert(in[threadIdx.x] > 0.0f);
    out[threadIdx.x] = in[threadIdx.x + 1];
}
__global__ void value_printed(const float *in, float *out) {
    printf("%f", in[threadIdx.x]);
    out[threadIdx.x] = in[threadIdx.x + 1];
}
__global__ void copied_asynchronously(const float *in, float *out) {
    __shared__ float s[256];
    __pipeline_memcpy_async(s + threadIdx.x, in + threadIdx.x, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x] + in[threadIdx.x + 5];
}
__global__ void said_aligned(const float *in, float *out) {
    const float *p = (const float *)__builtin_assume_aligned(in, 16);
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void held_in_shared_memory(const float *in, float *out) {
    __shared__ const float *p;
    if (threadIdx.x == 0) p = in;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x];
}
__global__ void given_to_function_pointer(const float *in, float *out, float (*f)(const float *)) {
    out[threadIdx.x] = f(in) + in[threadIdx.x + 3];
}
__global__ void distance_taken(const float *in, float *out) {
    out[threadIdx.x] = in[threadIdx.x];
    out[1] = in - out;
}
__global__ void iterated(const float *in, float *out, int n) {
    for (const float *p = in; p != in + n; ++p) out[threadIdx.x] += *p;
}
__global__ void global_or_shared(const float *in, float *out, int n) {
    __shared__ float s[64];
    s[threadIdx.x] = 1.0f;
    __syncthreads();
    const float *p = n > 5 ? in : s;
    out[threadIdx.x] = p[threadIdx.x];
}
struct Accumulator { float v; __device__ void operator+=(const float &x) { v += x; } };
__global__ void by_operator(const float *in, float *out) {
    Accumulator a{0.0f};
    a += in[threadIdx.x];
    out[threadIdx.x] = a.v;
}
