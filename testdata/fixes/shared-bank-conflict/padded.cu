// Declarations that are padded.
#define TILE 32

// A name as the length.
__global__ void named(float *out, const float *in, int n) {
    __shared__ float tile[TILE][TILE];
    for (int j = 0; j < TILE; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(threadIdx.y + j) * n + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < TILE; j += 8) out[(threadIdx.y + j) * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j];
}

// Halves need two elements.
__global__ void shorts(short *out, const short *in, int n) {
    __shared__ short tile[64][64], other[64];
    for (int j = 0; j < 64; j += 4) tile[threadIdx.y + j][threadIdx.x] = in[(threadIdx.y + j) * n + threadIdx.x];
    other[threadIdx.x] = 1;
    __syncthreads();
    for (int j = 0; j < 64; j += 4) out[(threadIdx.y + j) * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j] + other[threadIdx.x];
}

// Doubles, and an atomic.
template <int Rows> __global__ void doubles(double *out, const double *in, int n) {
    __shared__ double tile[32][Rows * 2];
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(threadIdx.y + j) * n + threadIdx.x];
    __syncthreads();
    atomicAdd(&tile[threadIdx.x][threadIdx.y], 1.0);
    __syncthreads();
    for (int j = 0; j < 32; j += 8) out[(threadIdx.y + j) * n + threadIdx.x] = tile[threadIdx.x][threadIdx.y + j];
}

// Two kernels use the array of one function.
__device__ float turned(const float *in) {
    __shared__ float part[32][32];
    part[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
    __syncthreads();
    return part[threadIdx.x][threadIdx.y];
}
__global__ void first(float *out, const float *in) { out[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] = turned(in); }
__global__ void second(float *out, const float *in) { out[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] = 2 * turned(in); }

void run(float *f, short *s, double *d, int n) {
    named<<<4096, dim3(32, 8)>>>(f, f, n);
    shorts<<<4096, dim3(64, 4)>>>(s, s, n);
    doubles<16><<<4096, dim3(32, 8)>>>(d, d, n);
    first<<<4096, dim3(32, 32)>>>(f, f);
    second<<<4096, dim3(32, 32)>>>(f, f);
}
