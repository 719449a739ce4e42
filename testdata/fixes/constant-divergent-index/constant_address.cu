// The address of the table is taken as one of constant memory.

static __constant__ float table[256];

__device__ float load(const float *p)
{
    float x;
    asm("{ .reg .u64 a; cvta.to.const.u64 a, %1; ld.const.f32 %0, [a]; }" : "=f"(x) : "l"(p));
    return x;
}

__global__ void scale(float *out)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = table[threadIdx.x] * load(table + 3);
}

void run(float *out, int blocks)
{
    scale<<<blocks, 256>>>(out);
}
