// References for old toolkits, objects for new ones: nothing is to be changed.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#if CUDART_VERSION < 12000
texture<float, 1, cudaReadModeElementType> values;
#define VALUE(i) tex1Dfetch(values, i)
#define PARAMETER
#define ARGUMENT
#else
#define VALUE(i) tex1Dfetch<float>(values, i)
#define PARAMETER , cudaTextureObject_t values
#define ARGUMENT , values
#endif

__global__ void copy(float *out, int n PARAMETER)
{
    int i = threadIdx.x;
    if (i < n) out[i] = VALUE(i);
}

int main()
{
    const int n = 50;
    float in[n], out[n], *din, *dout;
    for (int i = 0; i < n; i++) in[i] = i;
    cudaMalloc(&din, sizeof(in));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(din, in, sizeof(in), cudaMemcpyHostToDevice);
#if CUDART_VERSION < 12000
    cudaBindTexture(0, values, din, sizeof(in));
#else
    cudaResourceDesc r;
    memset(&r, 0, sizeof(r));
    r.resType = cudaResourceTypeLinear;
    r.res.linear.devPtr = din;
    r.res.linear.desc = cudaCreateChannelDesc<float>();
    r.res.linear.sizeInBytes = sizeof(in);
    cudaTextureDesc t;
    memset(&t, 0, sizeof(t));
    cudaTextureObject_t values = 0;
    cudaCreateTextureObject(&values, &r, &t, NULL);
#endif
    copy<<<1, 64>>>(dout, n ARGUMENT);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
#if CUDART_VERSION < 12000
    cudaUnbindTexture(values);
#else
    cudaDestroyTextureObject(values);
#endif
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) bad += in[i] != out[i];
    cudaFree(din);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}
