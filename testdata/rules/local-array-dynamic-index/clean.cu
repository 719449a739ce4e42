// Loops of constant length are unrolled: the indexes are constants.
__global__ void unrolled(float *out, const float *in, int n) {
    float v[32];
    for (int i = 0; i < 32; i++) v[i] = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < 32; i++) v[i] += in[k * 32 + i];
    for (int i = 0; i < 32; i++) out[i] = v[i];
}

// One dynamic read: nvcc selects from registers.
__global__ void selected(float *out, const float *in, const int *which) {
    float v[64];
#pragma unroll
    for (int i = 0; i < 64; i++) v[i] = in[i];
    out[threadIdx.x] = v[which[threadIdx.x]];
}

// A short array.
__global__ void components(float *out, const int *axis, int n) {
    float v[4] = {1, 2, 3, 4};
    for (int i = 0; i < n; i++) out[i] = v[axis[i]];
}

// The length of the array bounds the loop, which is unrolled with exits.
__global__ void bounded(float *out, const float *in, int n) {
    float v[16];
    for (int i = 0; i < 16; i++) v[i] = in[i];
    float s = 0;
    for (int i = 0; i < n; i++) s += v[i] * in[i];
    out[threadIdx.x] = s;
}

__device__ int at(int row, int column) { return row * 4 + column; }

__global__ void computed(float *out, const float *in) {
    float v[16];
    for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) v[at(r, c)] = in[r];
    out[threadIdx.x] = v[at(2, 3)];
}

// Shared memory.
__global__ void shared(int *out, const int *in) {
    __shared__ int bins[64];
    for (int i = 0; i < 1000; i++) bins[in[i]] += 1;
    out[0] = bins[0];
}

// One of two constants.
__global__ void either(float *out, const float *in) {
    float v[32];
    for (int i = 0; i < 32; i++) v[i] = in[i];
    int k = in[0] > 2 ? 1 : 3;
    out[threadIdx.x] = v[k];
}
