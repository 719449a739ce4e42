// No other file can name these tables: every use is in sight.

static __constant__ float window[256];

namespace {
__constant__ int order[64];
}

namespace filter {
__constant__ const float taps[32] = {0.25f, 0.5f, 0.25f};
constexpr __constant__ unsigned char shuffle[32] = {3, 1, 2, 0};
}

__global__ void apply(float *signal)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    signal[i] *= window[threadIdx.x];
}

__global__ void reorder(float *out, const float *in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = in[blockIdx.x * 64 + order[threadIdx.x]];
}

__global__ void smooth(float *out, const float *in)
{
    int lane = threadIdx.x & 31;
    int i = blockIdx.x * 128 + threadIdx.x;
    out[i] = in[i] * filter::taps[lane] + filter::shuffle[lane];
}

void run(float *out, float *in, const float *host, const int *places, int blocks)
{
    cudaMemcpyToSymbol(window, host, sizeof(window));
    void *address;
    cudaGetSymbolAddress(&address, order);
    cudaMemcpy(address, places, sizeof(order), cudaMemcpyHostToDevice);
    apply<<<blocks, 256>>>(in);
    reorder<<<blocks, 64>>>(out, in);
    smooth<<<blocks, 128>>>(out, in);
}
