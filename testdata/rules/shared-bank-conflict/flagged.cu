// Lanes that meet in one bank.

// The column of a tile.
__global__ void transpose(float *out, const float *in, int n) {
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j]; // want `proven: each warp's load of tile\[threadIdx.x\]\[threadIdx.y \+ j\] has a 32-way bank conflict: lanes are 128 bytes apart, all in one bank`
}

// Two accesses at one distance are one finding.
__global__ void every_second(double *out, const double *in) {
    __shared__ double s[512];
    s[2 * threadIdx.x] = in[threadIdx.x]; // want `store of s\[2 \* threadIdx.x\] has a 2-way bank conflict: lanes are 16 bytes apart, in 16 of the 32 banks`
    __syncthreads();
    out[threadIdx.x] = s[2 * threadIdx.x] + 1;
}

// A flat array with rows of 32 elements, one for each lane.
__global__ void rows(float *out, const float *in, int n) {
    extern __shared__ float buffer[];
    for (int i = 0; i < 32; i++) buffer[i * 32 + threadIdx.x] = in[(blockIdx.x * 32 + i) * 32 + threadIdx.x];
    __syncwarp();
    float sum = 0;
    for (int i = 0; i < 32; i++) sum += buffer[threadIdx.x * 32 + i]; // want `load of buffer\[threadIdx.x \* 32 \+ i\] has an 8-way bank conflict`
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}

// The block is not in sight.
__global__ void unseen(float *out, const float *in) {
    __shared__ float s[256 * 4];
    s[threadIdx.x] = in[threadIdx.x];
    float sum = 0;
    for (int k = 0; k < 64; k++) {
        __syncthreads();
        sum += s[threadIdx.x * 4]; // want `likely: .* has a 4-way bank conflict: lanes are 16 bytes apart, in 8 of the 32 banks`
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(float *out, const float *in, double *d, int n) {
    transpose<<<dim3(128, 128), dim3(32, 8)>>>(out, in, n);
    every_second<<<1 << 16, 256>>>(d, d);
    rows<<<1 << 16, 32, 32 * 32 * sizeof(float)>>>(out, in, n);
}
