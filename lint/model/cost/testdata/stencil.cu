// Streaming kernels: copies (limits.csv: copy1, copy4, store, in milliseconds for 2^26
// floats) and a stencil of three points over 8192 x 8192 floats
// (texture_stencil.csv: glob_row).
__global__ void copy1(const float* __restrict__ in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void copy4(const float4* __restrict__ in, float4* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}

__global__ void store(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void glob_row(const float* __restrict__ in, float* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int x1 = min(x + 1, w - 1), y1 = min(y + 1, h - 1);
    out[y * w + x] = in[y * w + x] + in[y * w + x1] + in[y1 * w + x];
}

void run(const float* in, float* out) {
    copy1<<<2097152, 32>>>(in, out, 67108864);
    copy1<<<524288, 128>>>(in, out, 67108864);
    copy1<<<262144, 256>>>(in, out, 67108864);
    copy1<<<65536, 1024>>>(in, out, 67108864);
    copy4<<<65536, 256>>>((const float4*)in, (float4*)out, 16777216);
    store<<<262144, 256>>>(out);
    glob_row<<<dim3(256, 1024), dim3(32, 8)>>>(in, out, 8192, 8192);
}
