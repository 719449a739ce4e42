// Ways to declare a table.

#include <cstdio>

struct Entry {
    float scale, offset;
};

static __device__ float red[256], green[256];
static __device__ float blue[256], alpha[256] = {1.0f};
static __constant__ float gamma_value;
static __device__ float cyan[256];
__device__ static float magenta[256];
float static __device__ yellow[256];
static __device__ struct Weight {
    float w;
    int unused[3];
} weights[256];
static __device__	/* per lane */	Entry entries[256];

#ifdef SMALL_TABLE
static __device__ short steps[128];
#else
static __device__ short steps[256];
#endif

template <typename T> static __device__ T bias[256];

__global__ void colours(float *out)
{
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    out[i] = red[t] + green[t];
    out[i] += blue[t] * gamma_value + alpha[t];
    out[i] += cyan[t] * magenta[t] * yellow[t];
}

__global__ void structs(float *out)
{
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    out[i] = weights[t].w * entries[t].scale + entries[t].offset + steps[t];
}

template <typename T> __global__ void add(T *out)
{
    out[blockIdx.x * 128 + threadIdx.x] += bias<T>[threadIdx.x];
}

int main()
{
    const int blocks = 1024, n = blocks * 128;
    float host[256];
    Weight weights_host[256] = {};
    Entry entries_host[256];
    for (int i = 0; i < 256; i++) {
        host[i] = i;
        weights_host[i].w = i % 5;
        entries_host[i] = {float(i % 3), 1};
    }
    float two = 2;
    cudaMemcpyToSymbol(red, host, sizeof(red));
    cudaMemcpyToSymbol(green, host, sizeof(green));
    cudaMemcpyToSymbol(blue, host, sizeof(blue));
    cudaMemcpyToSymbol(gamma_value, &two, sizeof(two));
    cudaMemcpyToSymbol(cyan, host, sizeof(cyan));
    cudaMemcpyToSymbol(magenta, host, sizeof(magenta));
    cudaMemcpyToSymbol(yellow, host, sizeof(yellow));
    cudaMemcpyToSymbol(weights, weights_host, sizeof(weights));
    cudaMemcpyToSymbol(entries, entries_host, sizeof(entries));
    cudaMemcpyToSymbol(bias<float>, host, sizeof(bias<float>));

    float *out;
    int wrong = 0;
    cudaMallocManaged(&out, n * sizeof(float));
    colours<<<1024, 128>>>(out);
    add<<<1024, 128>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        float t = i % 128;
        wrong += out[i] != t + t + t * 2 + (t == 0) + t * t * t + t;
    }
    structs<<<1024, 128>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) {
        int t = i % 128;
        wrong += out[i] != t % 5 * (t % 3) + 1;
    }
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaFree(out);
    return wrong != 0;
}
