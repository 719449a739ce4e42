// Dropped: no kernel reaches the function, or nothing reads the variable.
__device__ float unused(int i) {
    static __constant__ float table[20000];
    return table[i];
}
__global__ void kernel(float *out) {
    static __constant__ float never[20000];
    out[0] = 1;
}
