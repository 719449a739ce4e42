// A macro is a part of the address space.
#define SPACE "const"
static __constant__ float spaced[256];

__device__ float raw(unsigned long long at)
{
    float v;
    asm("{ .reg .u64 a; cvta.to." SPACE ".u64 a, %1; ld." SPACE ".f32 %0, [a]; }" : "=f"(v) : "l"(at));
    return v;
}

__global__ void scale_spaced(float *out)
{
    out[blockIdx.x * 256 + threadIdx.x] *= spaced[threadIdx.x] + raw((unsigned long long)&spaced[blockIdx.x % 256]);
}

void run_spaced(float *out, int blocks)
{
    scale_spaced<<<blocks, 256>>>(out);
}
