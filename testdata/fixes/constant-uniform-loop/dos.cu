// DOS line endings.

__constant__ float weight[256];

__global__ void damped(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float t = in[x], sum = 0;
    for (int i = 0; i < 256; i++)
        sum = sum * 0.5f + weight[i] * sqrtf(sum * sum + t);
    out[x] = sum;
}

void launch(const float *in, float *out) { damped<<<4096, 256>>>(in, out); }
