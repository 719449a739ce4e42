// Two programs with a table of one name: each is moved by itself.

__device__ float table[256];

__device__ float factor(int i) { return table[i]; }

__global__ void scale(float *out)
{
    out[blockIdx.x * 256 + threadIdx.x] *= factor(threadIdx.x);
}

void run(float *out)
{
    scale<<<1024, 256>>>(out);
}
