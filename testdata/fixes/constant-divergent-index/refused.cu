// Tables that have to stay, or whose declarations cannot all be changed.

#define CONSTANT static __constant__
#define DECLARE(type, name) static __constant__ type name[256]

CONSTANT float by_macro[256];
DECLARE(float, by_function_macro);

static
#ifdef __CUDACC__
__constant__
#endif
float divided[256];

// Most kernels read it at one address, where constant memory is best.
static __constant__ float shared_by_all[256];

__global__ void macros(float *out)
{
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    out[i] = by_macro[t] + by_function_macro[t] + divided[t];
}

__global__ void lanes(float *out)
{
    out[blockIdx.x * 128 + threadIdx.x] = shared_by_all[threadIdx.x];
}

// The values come from constant memory as operands.
__global__ void __launch_bounds__(128) everyone(float *out, float x, int n)
{
    float sum = x;
    for (int k = 0; k < n; k++) {
        sum = sum * shared_by_all[0] + shared_by_all[1];
        sum = sum * shared_by_all[2] + shared_by_all[3];
        sum = sum * shared_by_all[4] + shared_by_all[5];
        sum = sum * shared_by_all[6] + shared_by_all[7];
        sum = sum * shared_by_all[8] + shared_by_all[9];
        sum = sum * shared_by_all[10] + shared_by_all[11];
        sum = sum * shared_by_all[12] + shared_by_all[13];
        sum = sum * shared_by_all[14] + shared_by_all[15];
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

void run(float *out, int blocks, int n)
{
    macros<<<blocks, 128>>>(out);
    lanes<<<blocks, 128>>>(out);
    everyone<<<blocks, 128>>>(out, 1.0f, n);
}
