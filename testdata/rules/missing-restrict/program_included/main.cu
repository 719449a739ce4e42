#include "kernels.cu"

int main()
{
    float *data;
    cudaMalloc(&data, 4096);
    shift<<<1, 256>>>(data, data);
    shift_local<<<1, 256>>>(data, data);
    cudaFree(data);
}
