#include <cuda_runtime.h>

// No header: declared once more.
extern __global__ void blur(const float * __restrict__ src, float * dst, int width, int height);
__global__ void blend(float const *__restrict__ first, float const *__restrict__ second, float *, int);

int main()
{
    float *a, *b, *c;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&c, 4096);
    blur<<<4, 256>>>(a, b, 32, 32);
    blend<<<1, 256>>>(a, b, c, 1024);
    return cudaDeviceSynchronize();
}
