#include "filter.cuh"

int main()
{
    float *samples, *taps, *filtered;
    cudaMalloc(&samples, 1 << 20);
    cudaMalloc(&taps, 84);
    cudaMalloc(&filtered, 1 << 20);
    filter<<<1024, 256>>>(samples, taps, filtered, 21);
    filter<<<1024, 256>>>(samples, samples, filtered, 21);
    cudaFree(samples);
    cudaFree(taps);
    cudaFree(filtered);
}
