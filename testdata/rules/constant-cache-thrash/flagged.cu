// Warps at different places of a table that the first-level constant cache does not hold.
__constant__ float table[4096], other[8192];

__global__ void stride(float *out)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += table[(w * 97 + k * 16) & 4095]; // want `likely: warps read different parts of __constant__ table \(16384 bytes\), of which the first-level constant cache holds 2048: most reads miss it and take [0-9.]+ cycles per warp`
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void scattered(float *out)
{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += other[(w * 977 + k * 4129) & 8191]; // want `likely: warps read different parts of __constant__ other \(32768 bytes\)`
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
void run(float *out)
{
    stride<<<65536, 256>>>(out);
    scattered<<<65536, 256>>>(out);
}
