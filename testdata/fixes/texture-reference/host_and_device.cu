// A function for host and device that fetches on the device and reads the array on the host.
#include <cstdio>
#include <cuda_runtime.h>

texture<float2, 1, cudaReadModeElementType> nodes_tex;
static const float2 *nodes_host;

__host__ __device__ inline float2 node(int i)
{
#ifdef __CUDA_ARCH__
    return tex1Dfetch(nodes_tex, i);
#else
    return nodes_host[i];
#endif
}

__host__ __device__ inline float area(int i, int j)
{
    float2 a = node(i), b = node(j);
    return a.x * b.y - a.y * b.x;
}

__global__ void areas(float *out, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) out[i] = area(i, (i + 1) % n);
}

int main()
{
    const int n = 144;
    static float2 nodes[n];
    static float out[n];
    for (int i = 0; i < n; i++) nodes[i] = make_float2(i % 12, i / 12 + 1);
    nodes_host = nodes;
    float2 *dn;
    float *dout;
    cudaMalloc(&dn, sizeof(nodes));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dn, nodes, sizeof(nodes), cudaMemcpyHostToDevice);
    cudaBindTexture(0, nodes_tex, dn, sizeof(nodes));
    areas<<<3, 48>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(nodes_tex);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += out[i] != area(i, (i + 1) % n);
    cudaFree(dn);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
