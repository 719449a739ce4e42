// Tables that a loop walks, at one address for all lanes.

__constant__ float taps[1024];
__constant__ double series[96];
__constant__ float4 atom[512];
__constant__ float centre[64][16];
__constant__ float weight[256];

// As many taps as the caller says.
__global__ void filter(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t] * in[x + t]; // want "^likely: each warp reads __constant__ taps 1024 times in a loop that is not unrolled, at one address for all lanes: the uniform datapath executes these reads one at a time$"
    out[x] = sum;
}

// The compiler is told not to unroll.
__global__ void clenshaw(const double *in, double *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    double t = in[x], b0 = 0, b1 = 0;
#pragma unroll 1
    for (int i = 95; i > 0; i--) {
        double b = 2 * t * b0 - b1 + series[i]; // want "reads __constant__ series 95 times"
        b1 = b0;
        b0 = b;
    }
    out[x] = t * b0 - b1;
}

// Unrolling by a number does not help.
__global__ void by_eight(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
#pragma unroll 8
    for (int i = 0; i < 1024; i++)
        sum = sum * t + taps[i]; // want "reads __constant__ taps 1024 times"
    out[x] = sum;
}

// The body is too long for the compiler to unroll it by itself.
__global__ void damped(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int i = 0; i < 256; i++)
        sum = sum * 0.5f + weight[i] * sqrtf(sum * sum + t); // want "reads __constant__ weight 256 times"
    out[x] = sum;
}

// Members of a struct.
__global__ void energy(float *out, int count, float step)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float px = step * (x & 1023), py = step * (x >> 10), sum = 0;
    for (int a = 0; a < count; a++) {
        float dx = px - atom[a].x, dy = py - atom[a].y;            // want "reads __constant__ atom" "reads __constant__ atom"
        sum += atom[a].w * rsqrtf(dx * dx + dy * dy + atom[a].z); // want "reads __constant__ atom" "reads __constant__ atom"
    }
    out[x] = sum;
}

// A table by a pointer, in a function that is inlined; from a block's own place on.
__device__ float horner(const float *c, float x, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * x + c[i]; // want "reads __constant__ taps"
    return sum;
}
__global__ void polynomial(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[x] = horner(taps, in[x], count);
}
__global__ void turned(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += taps[(blockIdx.x + i) & 1023] * in[x]; // want "reads __constant__ taps"
    out[x] = sum;
}

// The threads beyond the end have left before the loop: the others stay together.
__global__ void guarded(const float *in, float *out, int count, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t] * in[x + t]; // want "reads __constant__ taps"
    out[x] = sum;
}

void launch(const float *in, float *out, const double *din, double *dout)
{
    filter<<<4096, 256>>>(in, out, 1024);
    clenshaw<<<4096, 256>>>(din, dout);
    by_eight<<<4096, 256>>>(in, out);
    damped<<<4096, 256>>>(in, out);
    energy<<<4096, 256>>>(out, 512, 0.5f);
    polynomial<<<4096, 256>>>(in, out, 1024);
    turned<<<4096, 256>>>(in, out, 1024);
    guarded<<<4096, 256>>>(in, out, 1024, 1048000);
}
