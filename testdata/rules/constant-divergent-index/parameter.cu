// Arrays inside kernel parameters are in the same bank.

struct Coefficients {
    float c[64];
    int n;
};

__global__ void by_value(Coefficients p, float *out)
{
    out[threadIdx.x] = p.c[threadIdx.x]; // want "^proven: each warp reads 32 distinct addresses of kernel parameter p$"
}

__global__ void grid_constant(const __grid_constant__ Coefficients p, float *out)
{
    out[threadIdx.x] = p.c[threadIdx.x / 2]; // want "reads 16 distinct addresses of kernel parameter p"
}

// Members without an index, and indexes that all lanes share, are what
// parameters are for.
__global__ void uniform_members(Coefficients p, float *out)
{
    float sum = 0;
    for (int i = 0; i < p.n; i++)
        sum += p.c[i];
    out[threadIdx.x] = sum + p.c[0] + p.c[blockIdx.x];
}

void run(Coefficients p, float *f)
{
    by_value<<<1, 64>>>(p, f);
    grid_constant<<<1, 64>>>(p, f);
    uniform_members<<<8, 64>>>(p, f);
}
