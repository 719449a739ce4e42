// Lookups in loops: by thread, at one address for the block, and at literal offsets.
// Times: constant_to_device.csv, uniform_paths.csv.
__constant__ float table_c[256];
__constant__ double wide_c[128];
__constant__ float4 vector_c[64];
__device__ float table_d[256];

__global__ void kc(float* out, int count) {
    float sum = 0;
    int t = threadIdx.x & 255;
    for (int i = 0; i < count; i++) sum += table_c[(t + i) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void kd(float* out, int count) {
    float sum = 0;
    int t = threadIdx.x & 255;
    for (int i = 0; i < count; i++) sum += table_d[(t + i) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void ku(float* out, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += table_c[i & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void kud(float* out, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += table_d[i & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void kconst256(float* out, int count) {
    float sum = 0;
    for (int r = 0; r < count; r++)
        for (int i = 0; i < 16; i++) sum += table_c[i] * r;
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void u_blk(float* out, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += table_c[(blockIdx.x + i) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void u_ldg(float* out, const float* __restrict__ table, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += table[(blockIdx.x + i) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void d_mod4(float* out, int count) {
    float sum = 0;
    int t = threadIdx.x & 3;
    for (int i = 0; i < count; i++) sum += table_c[(t + i) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void d_warp(float* out, int count) {
    float sum = 0;
    int t = threadIdx.x >> 5;
    for (int i = 0; i < count; i++) sum += table_c[(t + i) & 255];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void d_tid4(float* out, int count) {
    float sum = 0;
    int t = threadIdx.x;
    for (int i = 0; i < count; i++) {
        float4 v = vector_c[(t + i) & 63];
        sum += v.x + v.y + v.z + v.w;
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void d_tidd(float* out, int count) {
    double sum = 0;
    int t = threadIdx.x;
    for (int i = 0; i < count; i++) sum += wide_c[(t + i) & 127];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(float* out, const float* table) {
    kc<<<2112, 256>>>(out, 4096);
    kd<<<2112, 256>>>(out, 4096);
    ku<<<2112, 256>>>(out, 4096);
    kud<<<2112, 256>>>(out, 4096);
    kconst256<<<2112, 256>>>(out, 256);
    u_blk<<<2112, 256>>>(out, 4096);
    u_ldg<<<2112, 256>>>(out, table, 4096);
    d_mod4<<<2112, 256>>>(out, 4096);
    d_warp<<<2112, 256>>>(out, 4096);
    d_tid4<<<2112, 256>>>(out, 4096);
    d_tidd<<<2112, 256>>>(out, 4096);
}
