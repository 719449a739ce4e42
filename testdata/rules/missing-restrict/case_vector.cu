// Loads of other types than the one declared, and spellings of parameters.

__global__ void by_float4(
    const float *flat, // want "(proven|likely): .*\bflat\b"
    float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4)
        reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(flat)[i];
}

__global__ void by_c_cast(
    char *packed, // want "(proven|likely): .*\bpacked\b"
    int *out)
{
    int4 v = *((int4 *)packed + threadIdx.x);
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

__global__ void from_bytes(
    const void *raw, // want "(proven|likely): .*\braw\b"
    double *out)
{
    const double *d = static_cast<const double *>(raw);
    out[threadIdx.x] = d[threadIdx.x];
}

__global__ void two_views(
    const unsigned *words, // want "(proven|likely): .*\bwords\b"
    float *out)
{
    const float *f = reinterpret_cast<const float *>(words);
    out[threadIdx.x] = f[threadIdx.x] * (words[threadIdx.x + 32] & 1);
}

// The word const on the other side, and on the pointer.
__global__ void east_const(
    float const *east, // want "(proven|likely): .*\beast\b"
    float *out)
{
    out[threadIdx.x] = east[threadIdx.x];
}

__global__ void const_pointer(
    const float *const fixed, // want "(proven|likely): .*\bfixed\b"
    float *const out)
{
    out[threadIdx.x] = fixed[threadIdx.x];
}

__global__ void array_form(
    const float listed[], // want "(proven|likely): .*\blisted\b"
    float out[])
{
    out[threadIdx.x] = listed[threadIdx.x];
}

__global__ void sized_array(
    int palette[256], // want "(proven|likely): .*\bpalette\b"
    unsigned char *index, int *out)
{
    unsigned char k = index[threadIdx.x];
    index[threadIdx.x] = 0;
    out[threadIdx.x] = palette[k];
}

typedef float real;
using size = unsigned long long;
__global__ void through_typedef(
    const real *measured, // want "(proven|likely): .*\bmeasured\b"
    size *out)
{
    out[threadIdx.x] = (size)measured[threadIdx.x];
}

extern "C" __global__ void __launch_bounds__(256, 2) c_name(
    const float *fromc, // want "(proven|likely): .*\bfromc\b"
    float *out)
{
    out[threadIdx.x] = fromc[threadIdx.x];
}

namespace physics {
namespace {
static __global__ void hidden(
    const float *charge, // want "(proven|likely): .*\bcharge\b"
    float *out)
{
    out[threadIdx.x] = charge[threadIdx.x];
}
} // namespace
} // namespace physics
void use_hidden(const float *charge, float *out) { physics::hidden<<<1, 32>>>(charge, out); }

// One stored pointer is qualified, the other is not: its stores can still change what is read.
__global__ void one_of_two_outputs(
    const float *shared_in, // want "(proven|likely): .*\bshared_in\b"
    float *__restrict__ first, float *second, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        first[i] = shared_in[i];
        second[i] = shared_in[0];
    }
}

// One read pointer is qualified, the other is not.
__global__ void one_of_two_inputs(
    const float *__restrict__ done,
    const float *undone, // want "(proven|likely): .*\bundone\b"
    float *out)
{
    out[threadIdx.x] = done[threadIdx.x] + undone[threadIdx.x];
}

// Stores of another type are no proof: pointers to char may be anywhere.
__global__ void char_stores(
    const float *levels, // want "(proven|likely): .*\blevels\b"
    char *marks, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        marks[i] = levels[0] > levels[i];
}

// The compiler does not use types to tell the pointers apart either.
__global__ void other_types(
    const int *ids, // want "(proven|likely): .*\bids\b"
    double *sums)
{
    sums[threadIdx.x] = ids[threadIdx.x];
    sums[threadIdx.x + 32] = ids[threadIdx.x];
}
