// Pointers that are only read, or not read at all, and gain nothing: nvcc loads the same way with the qualifiers.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_pipeline.h>
#include <mma.h>
namespace cg = cooperative_groups;

// Already there, in every spelling.
__global__ void has_both(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void has_input(const float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void has_restrict_only(float *__restrict__ in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void has_short_name(const float *__restrict in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
#define RESTRICT __restrict__
__global__ void has_macro(const float *RESTRICT in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
using Input = const float *__restrict__;
__global__ void has_alias(Input in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }

// What is stored through is qualified: that is enough.
__global__ void has_output(const float *in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void has_both_outputs(const float *in, float *__restrict__ out, int *__restrict__ flag)
{
    out[threadIdx.x] = in[threadIdx.x];
    if (in[threadIdx.x] < 0)
        *flag = 1;
}
__global__ void has_atomic_output(const int *in, int *__restrict__ bins) { atomicAdd(&bins[in[threadIdx.x]], 1); }

// Loads that ask for a path of their own.
__global__ void by_ldg(const float *in, float *out) { out[threadIdx.x] = __ldg(&in[threadIdx.x]) + __ldg(in); }
__global__ void by_ldg_vector(const float4 *in, float4 *out) { out[threadIdx.x] = __ldg(in + threadIdx.x); }
__global__ void streaming(const float *in, float *out) { out[threadIdx.x] = __ldcs(in + threadIdx.x); }
__global__ void cached_global(const float *in, float *out) { out[threadIdx.x] = __ldcg(&in[threadIdx.x]); }
__device__ float hinted(const float *p, int i) { return __ldg(p + i); }
__global__ void by_ldg_in_callee(const float *in, float *out) { out[threadIdx.x] = hinted(in, threadIdx.x); }

// Volatile.
__global__ void is_volatile(volatile float *in, float *out) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void spins(const volatile int *flag, int *out)
{
    while (*flag == 0)
        ;
    out[threadIdx.x] = 1;
}
__global__ void cast_to_volatile(int *in, int *out) { out[threadIdx.x] = *(volatile int *)&in[threadIdx.x]; }
__global__ void local_volatile(int *in, int *out)
{
    volatile int *v = in;
    out[threadIdx.x] = v[threadIdx.x];
}

// Assembly.
__global__ void by_asm(const float *in, float *out)
{
    float v;
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(v) : "l"(in + threadIdx.x));
    out[threadIdx.x] = v;
}
__global__ void by_nc_asm(const float *in, float *out)
{
    float v;
    asm("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(in + threadIdx.x));
    out[threadIdx.x] = v;
}
__device__ __forceinline__ int4 load_streaming(const int4 *p)
{
    int4 v;
    asm volatile("ld.global.nc.L1::no_allocate.v4.s32 {%0,%1,%2,%3}, [%4];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(p));
    return v;
}
__global__ void by_asm_in_callee(const int4 *in, int4 *out) { out[threadIdx.x] = load_streaming(in + threadIdx.x); }

// Nothing is read.
__global__ void empty_body(const float *in, float *out) {}
__global__ void unused(const float *in, float *out) { out[threadIdx.x] = 0; }
__global__ void only_compared(const float *in, float *out) { out[threadIdx.x] = in ? 1 : 0; }
__global__ void only_measured(const float *in, const float *end, long long *out) { out[0] = end - in; }
__global__ void only_sized(const double *in, int *out) { out[0] = sizeof(in[0]) + sizeof(*in); }
__global__ void address_stored(const float *in, const float **out) { out[threadIdx.x] = in + threadIdx.x; }

// A function that is not taken in.
__device__ __noinline__ float far_away(const float *p, int i) { return p[i]; }
__global__ void by_noinline(const float *in, float *out) { out[threadIdx.x] = far_away(in, threadIdx.x); }

__device__ int fibonacci(const int *p, int n) { return n < 2 ? p[n] : fibonacci(p, n - 1) + fibonacci(p, n - 2); }
__global__ void by_recursion(const int *in, int *out, int n) { out[threadIdx.x] = fibonacci(in, n); }

// The compiler loses sight of the parameter.
__global__ void from_array_of_pointers(const float *in, const float *other, float *out, int k)
{
    const float *both[2] = {in, other};
    out[threadIdx.x] = both[k][threadIdx.x];
}
__global__ void global_or_shared(const float *in, float *out, int n)
{
    __shared__ float s[32];
    s[threadIdx.x] = 1;
    __syncthreads();
    const float *p = n > 3 ? in : s;
    out[threadIdx.x] = p[threadIdx.x];
}

// Instructions of their own: matrices, atomic loads, prefetches.
__global__ void by_matrix(const half *in, const half *other, float *out)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::fill_fragment(c, 0.0f);
    wmma::load_matrix_sync(a, in, 16);
    wmma::load_matrix_sync(b, other, 16);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
__global__ void by_atomic_reference(int *in, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> r(in[threadIdx.x]);
    out[threadIdx.x] = r.load();
}
__global__ void by_prefetch(const float *in, float *out)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
    out[threadIdx.x] = 0;
}

// Copies to shared memory that no load does.
__global__ void by_pipeline(const float4 *in, float4 *out)
{
    __shared__ float4 s[128];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[threadIdx.x] = s[127 - threadIdx.x];
}
__global__ void by_cp_async(const float4 *in, float4 *out)
{
    __shared__ float4 s[128];
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + threadIdx.x));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void by_group(const int4 *in, int4 *out)
{
    __shared__ int4 s[128];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, s, in + blockIdx.x * 128, cuda::aligned_size_t<16>(sizeof(s)));
    cg::wait(block);
    out[threadIdx.x] = s[127 - threadIdx.x];
}

// Textures and surfaces are no pointers.
__global__ void by_texture(cudaTextureObject_t in, float *out) { out[threadIdx.x] = tex1Dfetch<float>(in, threadIdx.x); }
__global__ void by_surface(cudaSurfaceObject_t in, float *out) { out[threadIdx.x] = surf1Dread<float>(in, threadIdx.x * 4); }

// No kernels.
__device__ float no_kernel(const float *in, float *out) { return *out = *in; }
void on_host(const float *in, float *out) { *out = *in; }

// A variable of the device that is only read.
__device__ const float fixed_table[4] = {1, 2, 3, 4};
__global__ void by_variable(float *out) { out[threadIdx.x] = fixed_table[threadIdx.x & 3]; }
