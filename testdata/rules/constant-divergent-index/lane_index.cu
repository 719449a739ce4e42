// Tables read at the lane's own place.

__constant__ float window[512];
__constant__ int quant[64];
__constant__ unsigned state_seed[1024];
__constant__ float4 palette[64];
__constant__ double twiddle[256];
__constant__ unsigned char order[256];
__constant__ float basis[8][8];

// A window function of a signal, one sample a thread.
__global__ void apply_window(float *signal)
{
    int i = threadIdx.x;
    signal[blockIdx.x * 512 + i] *= window[i]; // want "^proven: each warp reads 32 distinct addresses of __constant__ window$"
}

// From both ends at once.
__global__ void mirrored(float *signal)
{
    signal[threadIdx.x] = window[511 - threadIdx.x]; // want "reads 32 distinct"
}

// Quantisation of 8 x 8 blocks: lanes of four rows.
__global__ void quantise(short *block)
{
    int at = threadIdx.y * 8 + threadIdx.x;
    block[at] /= quant[at]; // want "reads 32 distinct addresses of __constant__ quant"
}

// A row of an 8 x 8 basis: the columns differ between lanes, the row counter
// does not.
__global__ void transform(float *block)
{
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += block[threadIdx.y * 8 + k] * basis[k][threadIdx.x]; // want "reads 8 distinct addresses of __constant__ basis"
    block[threadIdx.y * 8 + threadIdx.x] = sum;
}

// Random generators that start from a table, through an index of the grid.
__global__ void seed(unsigned *state)
{
    unsigned id = blockDim.x * blockIdx.x + threadIdx.x;
    state[id] = state_seed[id & 1023]; // want "reads 32 distinct"
}

// A vector element is two instructions, each replayed.
__global__ void colour(float4 *image)
{
    image[threadIdx.x] = palette[threadIdx.x % 16]; // want "reads 16 distinct addresses of __constant__ palette"
}

// Pairs of lanes share a factor.
__global__ void butterfly(double *re)
{
    int half = threadIdx.x >> 1;
    re[threadIdx.x] *= twiddle[half]; // want "reads 16 distinct"
}

// A stride between lanes changes nothing: addresses count, not lines.
__global__ void decimate(float *out)
{
    out[threadIdx.x] = window[threadIdx.x * 8]; // want "reads 32 distinct"
}

// Neighbouring bytes are addresses of their own.
__global__ void bytes(int *out)
{
    out[threadIdx.x] = order[threadIdx.x]; // want "reads 32 distinct"
}

// Bit reversal of the lane.
__global__ void reversed(float *out)
{
    out[threadIdx.x] = window[__brev(threadIdx.x) >> 27]; // want "reads 32 distinct"
}

// Through a pointer that walks from the lane's place.
__global__ void walk(float *out)
{
    const float *p = window + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += p[i * 64]; // want "reads 32 distinct addresses of __constant__ window"
    out[threadIdx.x] = sum;
}

void run(float *f, short *s, unsigned *u, float4 *v, double *d, int *n)
{
    apply_window<<<64, 512>>>(f);
    mirrored<<<1, 512>>>(f);
    quantise<<<100, dim3(8, 8)>>>(s);
    transform<<<100, dim3(8, 8)>>>(f);
    seed<<<32, 128>>>(u);
    colour<<<1, 64>>>(v);
    butterfly<<<1, 256>>>(d);
    decimate<<<1, 64>>>(f);
    bytes<<<1, 256>>>(n);
    reversed<<<1, 32>>>(f);
    walk<<<1, 256>>>(f);
}
