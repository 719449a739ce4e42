#include "apart.cuh"
#include "solver.cuh"

int main()
{
    float *m, *d, *x, *r;
    cudaMalloc(&m, 1024);
    cudaMalloc(&d, 1024);
    cudaMalloc(&x, 1024);
    cudaMalloc(&r, 1024);
    solve<<<1, 256>>>(m, d, x, r);
    residual<<<1, 256>>>(x, r);
    return cudaDeviceSynchronize();
}
