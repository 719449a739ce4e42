#include <cstdio>
#include <cuda_runtime.h>

int first(const float *host, const float *device, int n);
int second(const float *host, const float *device, int n);

int main()
{
    const int n = 1024;
    float host[n], *device;
    for (int i = 0; i < n; i++)
        host[i] = (float)((i * 7919) % 1000);
    cudaMalloc((void **)&device, sizeof(host));
    cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
    int bad = first(host, device, n) + second(host, device, n) + first(host, device, n);
    if (cudaDeviceSynchronize() != cudaSuccess)
        bad++;
    cudaFree(device);
    if (bad)
        std::printf("FAIL %d of %d\n", bad, 3 * n);
    else
        std::printf("OK\n");
    return bad != 0;
}
