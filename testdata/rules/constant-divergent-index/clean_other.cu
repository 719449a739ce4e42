// What only looks like a divergent read of constant memory.

__constant__ float table[256];
__device__ float moved[256];
float on_host[256];

// Host code may index as it likes.
float sum_on_host()
{
    float sum = 0;
    for (int threadIdx = 0; threadIdx < 256; threadIdx++)
        sum += on_host[threadIdx];
    return sum;
}

// Other memory.
__global__ void from_global(float *out) { out[threadIdx.x] = moved[threadIdx.x]; }
__global__ void from_argument(float *out, const float *table) { out[threadIdx.x] = table[threadIdx.x]; }
__global__ void from_shared(float *out)
{
    __shared__ float copy[256];
    if (threadIdx.x == 0)
        for (int i = 0; i < 256; i++)
            copy[i] = table[i];
    __syncthreads();
    out[threadIdx.x] = copy[threadIdx.x];
}

// A local of the same name hides the table.
__global__ void hidden(float *out)
{
    float table[4] = {1, 2, 3, 4};
    out[threadIdx.x] = table[threadIdx.x & 3];
}

// An address is no read, and neither is a size.
__global__ void no_read(const float **where, int *size)
{
    where[threadIdx.x] = &table[threadIdx.x];
    size[threadIdx.x] = sizeof(table[threadIdx.x]);
}

// A function that no kernel reaches has no warps.
__device__ float unreached(int i) { return table[threadIdx.x + i]; }

// Code that is not compiled.
#if 0
__global__ void disabled(float *out) { out[threadIdx.x] = table[threadIdx.x]; }
#endif
// out[threadIdx.x] = table[threadIdx.x];

// A branch that no lane takes.
__global__ void never(float *out)
{
    if (threadIdx.x >= 64)
        out[threadIdx.x] = table[threadIdx.x];
}

void run(float *f, const float **p, int *n)
{
    from_global<<<1, 256>>>(f);
    from_argument<<<1, 256>>>(f, f);
    from_shared<<<1, 256>>>(f);
    hidden<<<1, 64>>>(f);
    no_read<<<1, 64>>>(p, n);
    never<<<1, 64>>>(f);
    sum_on_host();
}
