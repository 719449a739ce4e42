// flags: rdc=true
// Another file may name the table, so the fix is not safe.

extern __device__ float gain[256];

__global__ void amplify(float *signal)
{
    signal[blockIdx.x * 256 + threadIdx.x] *= gain[threadIdx.x];
}

__device__ float gain[256];

void run(float *signal, const float *host, int blocks)
{
    cudaMemcpyToSymbol(gain, host, sizeof(gain));
    amplify<<<blocks, 256>>>(signal);
}
