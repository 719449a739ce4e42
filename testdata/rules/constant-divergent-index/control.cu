// Reads under control flow, in functions, templates and members.

__constant__ float gain[256];
__constant__ int steps[32];

// Only some lanes take the branch.
__global__ void quarter(float *out)
{
    if (threadIdx.x % 4 == 0)
        out[threadIdx.x] = gain[threadIdx.x]; // want "reads 8 distinct"
}

// The tail of a loop over rows leaves fewer lanes.
__global__ void first_lanes(float *out)
{
    if (threadIdx.x >= 12)
        return;
    out[threadIdx.x] = gain[threadIdx.x]; // want "each warp reads 12 distinct addresses of __constant__ gain"
}

__device__ float lookup(const float *table, int i) { return table[i]; } // want "reads 32 distinct addresses of __constant__ gain"

__global__ void through_a_call(float *out) { out[threadIdx.x] = lookup(gain, threadIdx.x); }

template <int Width> __global__ void tile(float *out)
{
    out[threadIdx.x] = gain[threadIdx.x / Width]; // want "reads 8 distinct"
}

// Both sides of a choice use the lane.
__global__ void choice(float *out, int up)
{
    out[threadIdx.x] = gain[up ? threadIdx.x : 255 - threadIdx.x]; // want "reads 32 distinct"
}

struct Filter {
    int taps;
    __device__ float at(int i) const { return gain[i % taps]; } // want "reads 16 distinct"
};

__global__ void by_member(float *out)
{
    Filter f{16};
    out[threadIdx.x] = f.at(threadIdx.x);
}

// The index is itself read from constant memory, once per lane.
__global__ void indirect(float *out)
{
    int step = steps[threadIdx.x % 32]; // want "reads 32 distinct addresses of __constant__ steps"
    out[threadIdx.x] = step;
}

// Two rows of a block that is half a warp wide.
__global__ void two_rows(float *out)
{
    out[threadIdx.y * 16 + threadIdx.x] = gain[threadIdx.y]; // want "reads 2 distinct"
}

// The worst of two launches is reported, once.
__global__ void twice(float *out)
{
    out[threadIdx.y * blockDim.x + threadIdx.x] = gain[threadIdx.x]; // want "reads 32 distinct"
}

// No launch in sight: 256 threads in a row are assumed.
__global__ void launched_elsewhere(float *out)
{
    out[threadIdx.x] = gain[threadIdx.x]; // want "^likely: each warp reads 32 distinct"
}

void run(float *f)
{
    quarter<<<1, 256>>>(f);
    first_lanes<<<1, 32>>>(f);
    through_a_call<<<1, 64>>>(f);
    tile<4><<<1, 128>>>(f);
    choice<<<1, 256>>>(f, 1);
    by_member<<<1, 64>>>(f);
    indirect<<<1, 64>>>(f);
    two_rows<<<1, dim3(16, 16)>>>(f);
    twice<<<1, dim3(4, 64)>>>(f);
    twice<<<1, dim3(32, 8)>>>(f);
}
