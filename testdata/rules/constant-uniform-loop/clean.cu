// Loops over tables that do not take the uniform datapath, or are fine on it: nothing to report.

__constant__ float taps[1024];
__constant__ float few[64];
__constant__ float2 pair[512];
__constant__ int distance[512];
__constant__ unsigned direction[8][32];
__constant__ float matrix[64][16];
__constant__ struct Sphere { float x, y, z, radius, colour; } sphere[64];

// nvcc unrolls it by itself.
__global__ void known(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int i = 0; i < 1000; i++)
        sum = sum * t + taps[i];
    out[x] = sum;
}
__global__ void told(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
#pragma unroll
    for (int i = 0; i < 500; i++)
        sum = sum * 0.5f + taps[i] * sqrtf(sum * sum + t);
    out[x] = sum;
}

// Up to 256 bytes are as fast as other reads.
__global__ void small(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += few[t] * in[x + t];
    out[x] = sum;
}

// Lanes leave the loop around it in different iterations.
__global__ void stride(const float *in, float *out, int n, int count)
{
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < n; x += gridDim.x * blockDim.x) {
        float sum = 0;
        for (int t = 0; t < count; t++)
            sum += taps[t] * in[x + t];
        out[x] = sum;
    }
}
__global__ void until(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++) {
        sum += taps[t];
        if (sum > in[x])
            break;
    }
    out[x] = sum;
}
__global__ void counted(const int *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, count = in[x];
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t];
    out[x] = sum;
}

// They decide differently about reads of the table.
__global__ void hit(float *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float ox = i & 1023, oy = i >> 10, nearest = -1e9f, shade = 0;
    for (int s = 0; s < count; s++) {
        float dx = ox - sphere[s].x, dy = oy - sphere[s].y;
        float under = sphere[s].radius * sphere[s].radius - dx * dx - dy * dy;
        if (under > 0) {
            float dz = sqrtf(under);
            if (dz + sphere[s].z > nearest) {
                nearest = dz + sphere[s].z;
                shade = sphere[s].colour * dz / sphere[s].radius;
            }
        }
    }
    out[i] = shade + nearest;
}
__global__ void bits(float *out, int dimensions)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int d = 0; d < dimensions; d++) {
        unsigned x = 0, left = i;
        for (int b = 0; b < 31; b++, left >>= 1)
            if (left & 1)
                x ^= direction[d][b];
        sum += x;
    }
    out[i] = sum;
}

// Two of them in one instruction.
__global__ void recurrence(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float s = in[x];
    for (int i = 0; i < count; i++)
        s = s * pair[i].x + pair[i].y;
    out[x] = s;
}

// The index is in registers of the lanes: loaded, or of the block.
__global__ void gathered(const int *at, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += taps[at[i]];
    out[x] = sum;
}
__global__ void row_of_block(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * t + matrix[blockIdx.x & 63][i];
    out[x] = sum;
}
__global__ void warps(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += taps[threadIdx.x / 32 + i] * in[x];
    out[x] = sum;
}

// Four rows at a time: measured to be faster than from global memory.
__global__ void rows_by_four(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float v[16];
    for (int c = 0; c < 16; c++)
        v[c] = in[x + c * 256];
    float least = 1e30f;
#pragma unroll 4
    for (int r = 0; r < 64; r++) {
        float sum = 0;
        for (int c = 0; c < 16; c++)
            sum += matrix[r][c] * v[c];
        least = fminf(least, sum);
    }
    out[x] = least;
}

// Of two loops that are left the inner one starts at another place each time.
__global__ void both(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
#pragma unroll 1
    for (int r = 0; r < 64; r++)
#pragma unroll 1
        for (int c = 0; c < 16; c++)
            sum = sum * t + matrix[r][c];
    out[x] = sum;
}
__global__ void both_unknown(const float *in, float *out, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            sum = sum * t + matrix[r][c];
    out[x] = sum;
}

// One read, and host code.
__global__ void once(const float *in, float *out, int k) { out[threadIdx.x] = in[threadIdx.x] * taps[k]; }
float host(const float *table, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += table[i];
    return sum;
}

void launch(const float *in, float *out, const int *at)
{
    known<<<4096, 256>>>(in, out);
    told<<<4096, 256>>>(in, out);
    small<<<4096, 256>>>(in, out, 64);
    stride<<<1056, 256>>>(in, out, 1 << 20, 1024);
    until<<<4096, 256>>>(in, out, 1024);
    counted<<<4096, 256>>>(at, out);
    hit<<<4096, 256>>>(out, 64);
    bits<<<4096, 256>>>(out, 8);
    recurrence<<<4096, 256>>>(in, out, 512);
    gathered<<<4096, 256>>>(at, out, 1024);
    row_of_block<<<4096, 256>>>(in, out, 16);
    warps<<<4096, 256>>>(in, out, 1000);
    rows_by_four<<<4096, 256>>>(in, out);
    both<<<4096, 256>>>(in, out);
    both_unknown<<<4096, 256>>>(in, out, 64, 16);
    once<<<4096, 256>>>(in, out, 3);
}
