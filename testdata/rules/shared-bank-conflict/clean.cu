// What looks alike, and costs nothing or is not known.
#include <cuda_fp16.h>

// The rows are padded.
__global__ void transpose(float *out, const float *in, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

// Elements of 8 and 16 bytes take 2 and 4 wavefronts, which is the ideal.
__global__ void wide(float4 *out, const float4 *in, double *d) {
    __shared__ float4 s[256];
    __shared__ double t[256];
    s[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    t[threadIdx.x] = d[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
    d[blockIdx.x * 256 + threadIdx.x] = t[255 - threadIdx.x];
}

// All lanes read one word.
__global__ void broadcast(float *out, const float *in) {
    __shared__ float s[32][32];
    s[threadIdx.y][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 32; k++) sum += s[threadIdx.y][k] + s[k][0];
    out[blockIdx.x * 1024 + threadIdx.y * 32 + threadIdx.x] = sum;
}

// One lane of each warp.
__global__ void one(float *out, const float *in) {
    __shared__ float s[8 * 32];
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32 * 32] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[0];
}

// Lookups are left to the option.
__global__ void lookup(unsigned char *out, const unsigned char *in) {
    __shared__ int table[256];
    table[threadIdx.x] = threadIdx.x * 7;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = table[in[blockIdx.x * 256 + threadIdx.x]];
}

// A distance that is not known may be odd.
__global__ void strided(float *out, const float *in, int stride) {
    extern __shared__ float s[];
    s[threadIdx.x * stride] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x * stride];
}

// The compiler reads the three elements at once, or their bytes lie in different banks.
__global__ void threes(float *out, const float *in) {
    __shared__ float s[256 * 3];
    for (int i = 0; i < 3; i++) s[threadIdx.x * 3 + i] = in[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x];
}

// The compiler stores the four members, and the four elements, with one instruction each.
__global__ void members(float4 *out, const float *in) {
    __shared__ float4 s[256];
    __shared__ int t[1024];
    float a = in[threadIdx.x];
    s[threadIdx.x].x = a;
    s[threadIdx.x].y = a * a;
    s[threadIdx.x].z = a + 1;
    s[threadIdx.x].w = a - 1;
    t[threadIdx.x * 4 + 0] = threadIdx.x;
    t[threadIdx.x * 4 + 1] = threadIdx.y;
    t[threadIdx.x * 4 + 2] = blockIdx.x;
    t[threadIdx.x * 4 + 3] = blockIdx.y;
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = s[255 - threadIdx.x];
    out[blockIdx.x].x = t[threadIdx.x];
}

// So it does in a loop that it unrolls.
__global__ void unrolled(half *out, const uint4 *in) {
    extern __shared__ uint4 tile[];
    tile[threadIdx.x * 9] = in[threadIdx.x];
    __syncthreads();
    half2 sum = {};
    for (int i = 0; i < 8; i++) {
        half2 *b = reinterpret_cast<half2 *>(&tile[threadIdx.x * 9 + i]);
        for (int j = 0; j < 4; j++) sum = __hfma2(b[j], b[j], sum);
    }
    out[blockIdx.x * 64 + threadIdx.x] = sum.x;
}

// The kernel is bound by its arithmetic.
__global__ void computes(float *out, const float *in) {
    __shared__ float s[512];
    s[2 * threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    float m = s[2 * threadIdx.x];
    for (int k = 0; k < 10000; k++) m = m * 1.0001f + 0.5f;
    out[blockIdx.x * 256 + threadIdx.x] = m;
}

void run(float4 *v, float *out, const float *in, double *d, unsigned char *b, int n) {
    transpose<<<dim3(128, 128), dim3(32, 8)>>>(out, in, n);
    wide<<<1 << 16, 256>>>(v, v, d);
    broadcast<<<1 << 12, dim3(32, 32)>>>(out, in);
    one<<<1 << 16, 256>>>(out, in);
    lookup<<<1 << 16, 256>>>(b, b);
    strided<<<1 << 16, 256, 256 * n * sizeof(float)>>>(out, in, n);
    threes<<<1 << 16, 256>>>(out, in);
    members<<<1 << 16, 256>>>(v, in);
    unrolled<<<1 << 16, 64, 64 * 9 * 16>>>((half *)out, (const uint4 *)v);
    computes<<<1 << 16, 256>>>(out, in);
}
