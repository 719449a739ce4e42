// flags: rdc=true
// Functions of other files, and kernels that launch kernels.

// What it does with the pointer is out of sight.
__device__ void elsewhere(float *p);
extern "C" __device__ float read_elsewhere(const float *p, int i);
__global__ void passes_on(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    elsewhere(in);
}
__global__ void only_passes_on(const float *in, float *out) { out[threadIdx.x] = read_elsewhere(in, threadIdx.x); }

// A function chosen at run time.
typedef void (*Action)(float *);
__global__ void calls_pointer(float *in, float *out, Action action)
{
    out[threadIdx.x] = in[threadIdx.x];
    action(in);
}

// A kernel launched by a kernel, in place.
__global__ void child(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
__global__ void parent(float *data)
{
    if (threadIdx.x == 0)
        child<<<1, 256>>>(data, data);
}

// The child writes what the parent reads.
__global__ void clears(float *p) { p[threadIdx.x] = 0; }
__global__ void launches(float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    clears<<<1, 32>>>(in);
}

// A pointer kept in memory that others write through.
__device__ float *kept;
__device__ void use_kept() { kept[threadIdx.x] = 0; }
__global__ void keeps(float *in, float *out)
{
    kept = in;
    use_kept();
    out[threadIdx.x] = in[threadIdx.x + 1];
}
