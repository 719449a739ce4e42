#include "kernels.cuh"

int main()
{
    float *data;
    cudaMalloc(&data, 1 << 20);
    smooth<<<1024, 256>>>(data, data, 1 << 18);
    run_scale(data, data);
    cudaFree(data);
}
