// How many warps an SM executes decides: few of them stay in step, and find the line in the cache
// that one of them waited for.

struct point { float x, y, z; };

__constant__ float taps[1024];
__constant__ point places[4096];

// All SMs are full.
__global__ void full(const float *in, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < count; t++)
        sum += taps[t] * in[x + t]; // want "^likely: each warp reads __constant__ taps 1024 times"
    out[x] = sum;
}

// Three blocks of eight warps on each SM of the GPU: nothing to gain.
__global__ void few(const float *in, const float *weight, float *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float px = in[x], py = in[x + 1], pz = in[x + 2], sum = 0;
    for (int p = 0; p < count; p++)
        sum += weight[p] * __cosf(places[p].x * px + places[p].y * py + places[p].z * pz);
    out[x] = sum;
}

// The same for as many threads as the caller says: information.
__global__ void many(const float *in, const float *weight, float *out, int count, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= n)
        return;
    float px = in[x], py = in[x + 1], pz = in[x + 2], sum = 0;
    for (int p = 0; p < count; p++)
        sum += weight[p] * __cosf(places[p].x * px + places[p].y * py + places[p].z * pz); // want "reads __constant__ places" "reads __constant__ places" "reads __constant__ places"
    out[x] = sum;
}

void launch(const float *in, const float *weight, float *out, int n)
{
    full<<<4096, 256>>>(in, out, 1024);
    few<<<391, 256>>>(in, weight, out, 4096);
    many<<<(n + 255) / 256, 256>>>(in, weight, out, 4096, n);
}
