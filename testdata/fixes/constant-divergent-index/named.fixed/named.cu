// flags: rdc=true
// A constant that a header could name is not internal; tables of one name in several
// namespaces and functions are several.

#include <cstdio>

extern __constant__ const float gain[256];
__constant__ const float gain[256] = {1.0f, 2.0f};

namespace left {
static __device__ float taps[256];
}
namespace right {
static __constant__ float taps[256];
}

__global__ void amplify(float *signal)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    signal[i] *= gain[threadIdx.x];
}

__global__ void filter(float *signal)
{
    static __constant__ float taps[2] = {1.0f, 2.0f};
    int i = blockIdx.x * 256 + threadIdx.x;
    signal[i] = signal[i] * left::taps[threadIdx.x] + right::taps[0] * taps[1];
}

int main()
{
    const int n = 1024 * 256;
    static float host[n], left_host[256], right_host[256] = {4.0f};
    for (int i = 0; i < 256; i++)
        left_host[i] = i % 5;
    cudaMemcpyToSymbol(left::taps, left_host, sizeof(left_host));
    cudaMemcpyToSymbol(right::taps, right_host, sizeof(right_host));
    for (int i = 0; i < n; i++)
        host[i] = 1;
    float *signal;
    int wrong = 0;
    cudaMalloc(&signal, sizeof(host));
    cudaMemcpy(signal, host, sizeof(host), cudaMemcpyHostToDevice);
    amplify<<<1024, 256>>>(signal);
    filter<<<1024, 256>>>(signal);
    cudaMemcpy(host, signal, sizeof(host), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        float gain_host = i % 256 == 0 ? 1 : i % 256 == 1 ? 2 : 0;
        wrong += host[i] != gain_host * left_host[i % 256] + 8;
    }
    printf("%d wrong, %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaFree(signal);
    return wrong != 0;
}
