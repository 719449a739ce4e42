// Reductions, scans, histograms, products of matrices: a few stores at the end.

__global__ void block_sum(
    const float *values, // want "(proven|likely): .*\bvalues\b"
    float *sums, int n)
{
    __shared__ float part[256];
    float s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        s += values[i];
    part[threadIdx.x] = s;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void warp_max(
    int *numbers, // want "(proven|likely): .*\bnumbers\b"
    int *largest)
{
    int v = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0)
        atomicMax(largest, v);
}

// Bins in shared memory, added up at the end.
__global__ void histogram(
    const unsigned char *bytes, // want "(proven|likely): .*\bbytes\b"
    unsigned *bins, int n)
{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[bytes[i]], 1u);
    __syncthreads();
    atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}

// A scan in shared memory; the total of each block goes elsewhere.
__global__ void scan(
    const unsigned *counts, // want "(proven|likely): .*\bcounts\b"
    unsigned *starts, unsigned *totals)
{
    __shared__ unsigned s[512];
    unsigned in = 0, t = threadIdx.x;
    s[t] = counts[blockIdx.x * 256 + t];
    for (unsigned d = 1; d < 256; d *= 2) {
        __syncthreads();
        s[(1 - in) * 256 + t] = s[in * 256 + t] + (t >= d ? s[in * 256 + t - d] : 0);
        in = 1 - in;
    }
    starts[blockIdx.x * 256 + t] = s[in * 256 + t];
    if (t == 255)
        totals[blockIdx.x] = s[in * 256 + t];
}

// Totals are read, results are read and written.
__global__ void add_totals(
    unsigned *scanned,
    const unsigned *base // want "(proven|likely): .*\bbase\b"
)
{
    scanned[blockIdx.x * 256 + threadIdx.x] += base[blockIdx.x];
}

#define TILE 16
__global__ void matmul(
    float *C,
    const float *A, // want "(proven|likely): .*\bA\b"
    const float *B, // want "(proven|likely): .*\bB\b"
    int n)
{
    __shared__ float a[TILE][TILE], b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < n / TILE; t++) {
        a[threadIdx.y][threadIdx.x] = A[row * n + t * TILE + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += a[threadIdx.y][k] * b[k][threadIdx.x];
        __syncthreads();
    }
    C[row * n + col] = sum;
}

// beta * C makes C both.
__global__ void gemm(
    int n, float alpha,
    const float *left, // want "(proven|likely): .*\bleft\b"
    const float *right, // want "(proven|likely): .*\bright\b"
    float beta, float *sum)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n; k++)
        s += left[row * n + k] * right[k * n + col];
    sum[row * n + col] = alpha * s + beta * sum[row * n + col];
}

__global__ void transpose(
    const float *rows, // want "(proven|likely): .*\brows\b"
    float *columns, int width, int height)
{
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        tile[threadIdx.y + j][threadIdx.x] = rows[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8)
        columns[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// All bodies against all.
__global__ void nbody(
    const float4 *bodies, // want "(proven|likely): .*\bbodies\b"
    float3 *accel, int n)
{
    __shared__ float4 near[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = bodies[i];
    float3 a = make_float3(0, 0, 0);
    for (int t = 0; t < n; t += 128) {
        near[threadIdx.x] = bodies[t + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = near[k].x - me.x, dy = near[k].y - me.y, dz = near[k].z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f), f = near[k].w * r * r * r;
            a.x += dx * f;
            a.y += dy * f;
            a.z += dz * f;
        }
        __syncthreads();
    }
    accel[i] = a;
}

// The scale stays in memory because every store may change it.
__global__ void scale_all(
    float *data,
    const float *scale, // want "(proven|likely): .*\bscale\b"
    int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[i] *= *scale;
}
