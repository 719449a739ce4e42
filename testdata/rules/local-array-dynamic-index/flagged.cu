// A histogram of each thread: the bin is data.
__global__ void histogram(int *out, const unsigned char *in, int n) {
    int bins[64];                // want `likely: bins \(256 bytes per thread\) is in local memory, with .* reads and .* writes per thread: the index of bins\[in\[i\] & 63\] is not a constant, even if all loops are unrolled`
    for (int b = 0; b < 64; b++) bins[b] = 0;
    for (int i = 0; i < 4096; i++) bins[in[i] & 63] += in[i];
    for (int b = 0; b < 64; b++) out[b * n + threadIdx.x] = bins[b];
}

__device__ void swapped(float *v, int i, int j) {
    float x = v[i];
    v[i] = v[j];
    v[j] = x;
}

// Arrays are followed into functions that are inlined.
__global__ void shuffled(float *out, const int *order) {
    float v[48];                 // want `v \(192 bytes per thread\) is in local memory`
    for (int i = 0; i < 48; i++) v[i] = i;
    for (int k = 0; k < 1000; k++) swapped(v, order[k], order[k + 1]);
    for (int i = 0; i < 48; i++) out[i] = v[i];
}

// A loop that is not unrolled.
__global__ void rolled(float *out, const float *in) {
    float v[64];                 // want `the index of v\[i\] is the counter of a loop that is not fully unrolled`
    for (int k = 0; k < 64; k++) {
        #pragma unroll 1
        for (int i = 0; i < 64; i++) v[i] = v[i] * 2.0f + in[i];
    }
    for (int i = 0; i < 64; i++) out[i] = v[i];
}

// A loop of unknown length.
__global__ void unknown_length(float *out, const float *in, int n) {
    float v[96];                 // want `the index of v\[i\] is the counter of a loop of unknown length, which is not fully unrolled`
    for (int k = 0; k < 96; k++)
        for (int i = 0; i < n; i++) v[i] += in[i] * in[k];
    out[threadIdx.x] = v[0];
}
