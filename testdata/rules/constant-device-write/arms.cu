// What the device does not compile, and what only the host runs.
__constant__ float table[64];
float table_host[64];

__host__ __device__ float get(int i) {
#ifdef __CUDA_ARCH__
    return table[i];
#else
    return table_host[i];
#endif
}

__host__ __device__ void set(int i, float x) {
#ifndef __CUDA_ARCH__
    table_host[i] = x;
    table[i] = x;
#endif
}

__global__ void off(int i) {
#if 0
    table[i] = 1;
#endif
#if !defined(__CUDA_ARCH__)
    table[i] = 2;
#endif
}

void upload(const float *h) {
    for (int i = 0; i < 64; i++) {
        table_host[i] = h[i];
    }
    cudaMemcpyToSymbol(table, table_host, sizeof(table));
}

void host(float *table) { table[0] = 1; }
