// Addresses of what is declared elsewhere, and an unknown symbol that may be the pointer.
__device__ float *used;

__global__ void work() { used[threadIdx.x] = 1; }

void not_in_sight(const float *h) {
    cudaMemcpyToSymbol(&elsewhere, h, 16);         // want "likely: cudaMemcpyToSymbol gets the address of elsewhere instead of the variable itself"
    cudaMemcpyToSymbol(&solver::elsewhere, h, 16); // want "likely: .*address of solver::elsewhere"
    cudaMemcpyFromSymbol(&elsewhere, other, 16);
}

void allocate() { cudaMalloc(&used, 64); }
