__constant__ int *unused;
__device__ float table[128];

__device__ float summand(int i) { return table[i]; }

__global__ void shift(float *out)
{
    out[blockIdx.x * 128 + threadIdx.x] += summand(threadIdx.x);
}

void run(float *out)
{
    shift<<<2048, 128>>>(out);
}
