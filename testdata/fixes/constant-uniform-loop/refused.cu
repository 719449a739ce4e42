// Loops that are left as they are: nothing may be changed here.

__constant__ float taps[1024];
__constant__ float other[1024];

constexpr int FACTOR = 4;

#define WALK for (int i = 0; i < 256; i++)

// The number is the project's own.
__global__ void configured(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
#pragma unroll FACTOR
    for (int i = 0; i < 1000; i++)
        sum = sum * t + taps[i];
    out[x] = sum;
}

// As many as the caller says.
__global__ void counted(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * t + taps[i];
    out[x] = sum;
}

// The loop comes out of a macro.
__global__ void expanded(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    WALK
        sum = sum * 0.5f + other[i] * sqrtf(sum * sum + t);
    out[x] = sum;
}

// Literal offsets in both: it would get slower from global memory.
__global__ void literal(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int i = 0; i < 1000; i++)
        sum = sum * t + taps[i];
    for (int i = 0; i < 1000; i++)
        sum = sum * t + other[i];
    out[x] = sum;
}

// Labels and registers of assembler cannot be there twice.
__device__ float scaled(float v)
{
    asm("{ .reg .f32 twice; add.f32 twice, %0, %0; mov.f32 %0, twice; }" : "+f"(v));
    return v;
}

__global__ void assembled(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
#pragma unroll 1
    for (int i = 0; i < 1000; i++) {
        sum = sum * t + taps[i];
        asm volatile(".reg .f32 once; mov.f32 once, %0;" : : "f"(sum));
    }
#pragma unroll 1
    for (int i = 0; i < 1000; i++)
        sum = scaled(sum) * t + taps[i];
    out[x] = sum;
}

// Of two pragmas one is in vain.
__global__ void commented(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
#pragma unroll 1
    // keep the code small
    for (int i = 0; i < 1000; i++)
        sum = sum * t + taps[i];
    out[x] = sum;
}

void launch(const float *in, float *out)
{
    configured<<<4096, 256>>>(in, out);
    counted<<<4096, 256>>>(in, out, 1000);
    assembled<<<4096, 256>>>(in, out);
    commented<<<4096, 256>>>(in, out);
    expanded<<<4096, 256>>>(in, out);
    literal<<<4096, 256>>>(in, out);
}
