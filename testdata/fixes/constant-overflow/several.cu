// Two have to move: what nothing on the device reads, and then what is read least
// uniformly.

namespace {
__constant__ int unread[6000];
__constant__ double by_all[5000];
__constant__ double by_lane[5000];
__constant__ float small[1000], other_small[3];
}

__global__ void apply(double *out, int n)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    double sum = small[0] + other_small[1];
    for (int k = 0; k < n; k++)
        sum += by_all[k];
    out[i] = sum + by_lane[threadIdx.x];
}

void run(double *out, const int *host)
{
    cudaMemcpyToSymbol(unread, host, sizeof(unread));
    apply<<<64, 128>>>(out, 5000);
}
