// Reads at which all active lanes use one address: nothing to report.

#define RADIUS 8

__constant__ float taps[2 * RADIUS + 1];
__constant__ float table[1024];
__constant__ int lattice[19][3];
__constant__ float matrix[16];
__constant__ struct { float strike, rate; int steps; } option[64];
__constant__ float scale;

// A filter's taps by loop counter.
__global__ void convolve(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++)
        sum += in[x + j] * taps[RADIUS - j];
    out[x] = sum;
}

// Directions of a lattice, in a nest of loops.
__global__ void stream(const float *f, float *g)
{
    for (int q = 0; q < 19; q++)
        for (int d = 0; d < 3; d++)
            g[threadIdx.x] += f[threadIdx.x] * lattice[q][d];
}

// One option a block.
__global__ void price(float *out)
{
    int o = blockIdx.x;
    out[o * blockDim.x + threadIdx.x] = option[o].strike * option[o].rate + option[o].steps;
}

// Literal indexes.
__global__ void multiply(float4 *v)
{
    float4 a = v[threadIdx.x];
    v[threadIdx.x].x = matrix[0] * a.x + matrix[1] * a.y + matrix[2] * a.z + matrix[3] * a.w;
}

// A scalar has one address.
__global__ void scaled(float *v) { v[threadIdx.x] *= scale; }

// Warps differ, lanes do not.
__global__ void by_warp(float *out) { out[threadIdx.x] = table[threadIdx.x / 32]; }
__global__ void by_warp_shift(float *out) { out[threadIdx.x] = table[threadIdx.x >> 5]; }
__global__ void by_warp_size(float *out) { out[threadIdx.x] = table[threadIdx.x / warpSize]; }
__global__ void by_row(float *out) { out[threadIdx.y * 32 + threadIdx.x] = table[threadIdx.y]; }
__global__ void by_pair_of_warps(float *out) { out[threadIdx.x] = table[(threadIdx.x & ~63) / 64]; }

// A parameter, a grid index, and arithmetic that cancels the lane.
__global__ void by_argument(float *out, int k) { out[threadIdx.x] = table[k]; }
__global__ void by_grid(float *out) { out[threadIdx.x] = table[blockIdx.y * gridDim.x + blockIdx.x]; }
__global__ void cancels(float *out, int k) { out[threadIdx.x] = table[(threadIdx.x + k) - threadIdx.x]; }

// One lane at work.
__global__ void one_lane(float *out)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = table[threadIdx.x + 7];
}
__global__ void lane_zero(float *out)
{
    int lane = threadIdx.x & 31;
    if (lane == 0)
        out[threadIdx.x / 32] = table[threadIdx.x];
}
__global__ void single_thread(float *out) { out[0] = table[threadIdx.x]; }

// A value that the lanes exchange.
__global__ void broadcast(float *out, const int *in)
{
    int k = __shfl_sync(0xffffffffu, in[threadIdx.x], 0);
    out[threadIdx.x] = table[k];
}
__global__ void voted(float *out, const int *in)
{
    int n = __popc(__ballot_sync(0xffffffffu, in[threadIdx.x] > 0));
    out[threadIdx.x] = table[n];
}

// Data, but the same for all lanes.
__global__ void one_datum(float *out, const int *in) { out[threadIdx.x] = table[in[blockIdx.x]]; }
__global__ void shared_datum(float *out, const int *in)
{
    __shared__ int k;
    if (threadIdx.x == 0)
        k = in[blockIdx.x];
    __syncthreads();
    out[threadIdx.x] = table[k];
}

// A loop that all lanes leave together.
__global__ void halving(float *out)
{
    float sum = 0;
    for (int s = blockDim.x / 2; s > 0; s >>= 1)
        sum += table[s];
    out[threadIdx.x] = sum;
}

void run(float *f, float4 *v, const int *n)
{
    convolve<<<4, 128>>>(f, f);
    stream<<<1, 64>>>(f, f);
    price<<<64, 128>>>(f);
    multiply<<<1, 64>>>(v);
    scaled<<<1, 64>>>(f);
    by_warp<<<1, 256>>>(f);
    by_warp_shift<<<1, 256>>>(f);
    by_warp_size<<<1, 256>>>(f);
    by_row<<<1, dim3(32, 8)>>>(f);
    by_pair_of_warps<<<1, 256>>>(f);
    by_argument<<<1, 256>>>(f, 3);
    by_grid<<<dim3(4, 4), 64>>>(f);
    cancels<<<1, 64>>>(f, 5);
    one_lane<<<8, 64>>>(f);
    lane_zero<<<1, 256>>>(f);
    single_thread<<<1, 1>>>(f);
    broadcast<<<1, 64>>>(f, n);
    voted<<<1, 64>>>(f, n);
    one_datum<<<8, 64>>>(f, n);
    shared_datum<<<8, 64>>>(f, n);
    halving<<<1, 256>>>(f);
}
