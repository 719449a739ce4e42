// Assembler names the table.

static __constant__ float table[256];

__global__ void scale(float *out)
{
    unsigned long long address;
    asm("mov.u64 %0, table;" : "=l"(address));
    out[blockIdx.x * 256 + threadIdx.x] *= table[threadIdx.x] + address;
}

void run(float *out, int blocks)
{
    scale<<<blocks, 256>>>(out);
}
