// Reads that diverge and are best where they are: no other placement makes these
// kernels faster.
__constant__ float table[16384];
__constant__ float2 centre[256];

// Every block reads another part of the table: two addresses that would miss every
// cache elsewhere, too.
__global__ void part_of_block(const float *in, float *out)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[i] * table[(blockIdx.x * 64 + (threadIdx.x & 1) * 32) & 16383];
}

__global__ void half_warps(const float *in, float *out)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    out[i] = in[i] * table[(i / 16) & 16383];
}

// One divergent read beside 256 at literal offsets, which would all become loads.
__global__ void nearest(const float2 *points, int *out)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    float2 p = points[i];
    float best = 3.4e38f;
#pragma unroll
    for (int c = 0; c < 256; c++) {
        float dx = p.x - centre[c].x, dy = p.y - centre[c].y;
        best = fminf(best, dx * dx + dy * dy);
    }
    out[i] = best < centre[threadIdx.x & 1].x;
}

void run(const float *in, const float2 *points, float *out, int *index)
{
    part_of_block<<<100000, 256>>>(in, out);
    half_warps<<<100000, 256>>>(in, out);
    nearest<<<100000, 256>>>(points, index);
}
