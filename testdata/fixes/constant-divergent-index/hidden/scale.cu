// Another file declares the table by a macro.
__constant__ float table[256];

__global__ void scale(float *out)
{
    out[blockIdx.x * 256 + threadIdx.x] *= table[threadIdx.x];
}

void run(float *out, int blocks)
{
    scale<<<blocks, 256>>>(out);
}
