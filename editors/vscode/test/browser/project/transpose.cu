// A tile whose columns lie in one bank of shared memory.
__global__ void transpose(float *out, const float *in, int n)
{
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[x * n + y] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, const float *in, int n)
{
    transpose<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(out, in, n);
}
