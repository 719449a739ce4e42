#include "kernels.cuh"

int main()
{
    float *data, *sum;
    cudaMalloc(&data, 4096);
    cudaMalloc(&sum, 4);
    shift<<<1, 256>>>(data, data); // want "(proven|likely): "
    forward<<<1, 256>>>(data, data); // want "(proven|likely): "
    norm<<<1, 256>>>(data, data, sum);
    cudaFree(data);
    cudaFree(sum);
}
