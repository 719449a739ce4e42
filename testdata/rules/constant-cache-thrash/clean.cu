// Tables that the cache holds, warps that walk together, and what other rules report.
__constant__ float small[256], table[4096], rows[4096];

__global__ void fits(float *out)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += small[(w * 97 + k * 16) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// All warps read the same entry at about the same time.
__global__ void in_step(float *out)
{
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 512; k++)
        sum += table[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Neighbouring entries: 16 reads for each line.
__global__ void row(float *out)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += rows[(w % 64) * 64 + k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Lanes diverge: constant-divergent-index.
__global__ void lanes(float *out) { out[threadIdx.x] = table[threadIdx.x * 16 & 4095]; }
// A loop through the uniform datapath: constant-uniform-loop.
__global__ void walk(float *out, int n)
{
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += rows[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void once(float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i / 32 * 16 & 4095];
}
void run(float *out, int n)
{
    fits<<<65536, 256>>>(out);
    in_step<<<65536, 256>>>(out);
    row<<<65536, 256>>>(out);
    lanes<<<65536, 256>>>(out);
    walk<<<65536, 256>>>(out, n);
    once<<<65536, 256>>>(out);
}
