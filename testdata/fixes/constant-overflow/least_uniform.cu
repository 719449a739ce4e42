// The table that lanes read at different addresses moves, not the larger one that they
// read at the same.

static __constant__ float weights[8192];
static __constant__ float window[8190];
static __constant__ float scale[4];

__global__ void apply(float *out, const float *in, int n)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += weights[k] * in[i + k];
    out[i] = sum * window[threadIdx.x] * scale[0];
}

void run(float *out, const float *in, int n)
{
    apply<<<64, 256>>>(out, in, n);
}
