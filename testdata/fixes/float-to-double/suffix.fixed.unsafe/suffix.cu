// flags: gpu=sm_89
#define RATE 0.1

__device__ float decay(float x, int n) {
    return powf(x, 2) * exp(-.5f * x) + 1.f / n;
}

template <typename T> __device__ T eased(T x) { return x * 0.1; }

__global__ void step(float* out, const float* in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i];
    for (int k = 0; k < n; k++) {
        x = x * 0.9f + 1e-3f;
        x += 0.25f * x * decay(x, n);
        x += x > 0.1f ? 1.0f : 0.0f;
    }
    // The fix does not touch a macro, nor a template, nor what nvcc narrows.
    out[i] = x * RATE + eased(x) + (float)(x * 0.5);
}
