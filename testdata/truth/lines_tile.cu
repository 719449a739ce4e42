// nvcc: -std=c++20 --extended-lambda --expt-relaxed-constexpr
// Shared memory through tile classes, lambdas, references and views. One access of interest per line;
// what the comments at the ends of lines mean is in README.md.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;

// A tile by reference to an array of known extent, with or without padding.
template <class T, int Rows, int Cols, int Pad>
struct Tile {
    T cell[Rows][Cols + Pad];
    __device__ T &operator()(int r, int c) { return cell[r][c]; }
    __device__ const T &operator()(int r, int c) const { return cell[r][c]; }
    __device__ T *operator[](int r) { return cell[r]; }
};
template <int Pad>
__global__ void transposed(const float *in, float *out) {
    __shared__ Tile<float, 32, 32, Pad> tile;
    int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8)
        tile(y, x) = in[y * 32 + x];  //= store shared conflict 1
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[y * 32 + x] = tile(x, y);  //= load shared conflict 1
}
__global__ void unpadded(const float *in, float *out) {
    __shared__ Tile<float, 32, 32, 0> tile;
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 32 + x];  //= store shared conflict 1
    __syncthreads();
    out[y * 32 + x] = tile[x][y];  //= load shared conflict 32
}
__global__ void doubles(const double *in, double *out) {
    __shared__ Tile<double, 32, 16, 1> tile;
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    tile(y, x) = in[threadIdx.x];  //= store shared conflict 1 waves 2
    __syncthreads();
    double a = tile(threadIdx.x % 32, y);  //= load shared conflict 1 waves 2
    out[threadIdx.x] = a;
}

// A tile by pointer, its layout a policy.
struct RowMajor {
    __device__ static int at(int r, int c) { return r * 32 + c; }
};
struct Padded {
    __device__ static int at(int r, int c) { return r * 33 + c; }
};
struct Swizzled {
    __device__ static int at(int r, int c) { return r * 32 + (c ^ r); }
};
struct HalfSwizzled {
    __device__ static int at(int r, int c) { return r * 32 + (c ^ (r & 7) * 4); }
};
template <class Layout>
struct View {
    float *p;
    __device__ float get(int r, int c) const {
        return p[Layout::at(r, c)];
        //= by_policy_row_major: load shared conflict 32 requests 32
        //= by_policy_padded: load shared conflict 1 requests 32
        //= by_policy_swizzled: load shared conflict 1 requests 32
        //= by_policy_half_swizzled: load shared conflict 4 requests 32
    }
    __device__ void put(int r, int c, float v) const {
        p[Layout::at(r, c)] = v;  //= store shared conflict 1 requests 32
    }
};
template <class Layout>
__device__ __forceinline__ void by_policy(float *buffer, const float *in, float *out) {
    View<Layout> view{buffer};
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int r = warp; r < 32; r += 4)
        view.put(r, lane, in[r * 32 + lane]);
    __syncthreads();
    float sum = 0;
    for (int c = warp; c < 32; c += 4)
        sum += view.get(lane, c);
    out[threadIdx.x] = sum;
}
__global__ void by_policy_row_major(const float *in, float *out) {
    __shared__ float buffer[32 * 33];
    by_policy<RowMajor>(buffer, in, out);
}
__global__ void by_policy_padded(const float *in, float *out) {
    __shared__ float buffer[32 * 33];
    by_policy<Padded>(buffer, in, out);
}
__global__ void by_policy_swizzled(const float *in, float *out) {
    __shared__ float buffer[32 * 33];
    by_policy<Swizzled>(buffer, in, out);
}
__global__ void by_policy_half_swizzled(const float *in, float *out) {
    extern __shared__ float dynamic[];
    by_policy<HalfSwizzled>(dynamic, in, out);
}

// Lambdas over shared arrays; several arrays in one dynamic block.
__global__ void lambdas(const float *in, float *out) {
    __shared__ float rows[8][36];
    int t = threadIdx.x;
    auto put = [&](int r, int c, float v) {
        rows[r][c] = v;  //= store shared conflict 1
    };
    auto column = [&](int r, auto c) {
        return rows[r][c];  //= load shared conflict 1
    };
    auto strided = [row = rows[0]](int i) {
        return row[i * 4];  //= load shared conflict 4
    };
    put(t / 32, t % 32, in[t]);
    __syncthreads();
    out[t] = column(t % 8, t / 8) + strided(t % 64);
}
__global__ void carved(const float *in, float *out, int n) {
    extern __shared__ float dynamic[];
    float *values = dynamic;
    float2 *pairs = reinterpret_cast<float2 *>(dynamic + 128);
    int *keys = reinterpret_cast<int *>(pairs + 128);
    int t = threadIdx.x;
    values[t] = in[t];  //= store shared conflict 1
    pairs[t] = {in[t + 1], in[t + 2]};  //= store shared conflict 1 waves 2
    keys[t * 3 % n] = t;  //= store shared conflict 1
    __syncthreads();
    float a = values[(t * 2) & 127];  //= load shared conflict 2
    a += pairs[t ^ 1].x;  //= load shared conflict 2
    a += keys[t / 2];  //= load shared conflict 1
    out[t] = a;
}

// Members of structures; small and wide elements.
struct Cell {
    float value, weight;
    int key;
};
struct Wide {
    float v[4];
};
__global__ void members(const float *in, float *out) {
    __shared__ Cell cells[128];
    __shared__ Wide wides[128];
    __shared__ unsigned char flags[1024];
    __shared__ short halves[512];
    int t = threadIdx.x;
    cells[t].key = t;  //= store shared conflict 1
    wides[t].v[2] = in[t];  //= store shared conflict 4
    flags[t * 8] = t;  //= store shared conflict 2
    halves[t * 2 + 1] = t;  //= store shared conflict 1
    __syncthreads();
    int u = t ^ 5;
    float a = cells[u].key;  //= load shared conflict 1
    a += wides[u].v[2];  //= load shared conflict 4
    a += flags[u * 8];  //= load shared conflict 2
    a += halves[u / 2 * 4 + 1];  //= load shared conflict 1
    out[t] = a;
}

// Loops of a reduction and a scan.
__global__ void interleaved(const float *in, float *out) {
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = in[t];  //= store shared conflict 1
    __syncthreads();
#pragma unroll 1
    for (int step = 1; step < 128; step *= 2) {
        int i = 2 * step * t;
        if (i < 128) {
            float other = s[i + step];  //= load shared conflict 4 mean 2.875 requests 8
            s[i] += other;  //= load shared conflict 4 mean 2.875 requests 8 //= store shared conflict 4 mean 2.875 requests 8
        }
        __syncthreads();
    }
    if (t == 0) out[0] = s[0];  //= load shared conflict 1 requests 1
}
__global__ void halved(const float *in, float *out) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[t];  //= store shared conflict 1
    __syncthreads();
#pragma unroll 1
    for (int step = 64; step >= 32; step /= 2) {
        if (t < step) {
            float other = s[t + step];  //= load shared conflict 1 requests 3
            s[t] += other;
        }
        __syncthreads();
    }
    out[t] = s[t];  //= load shared conflict 1
}
__device__ int padded(int i) { return i + (i >> 5); }
__global__ void padded_index(const float *in, float *out) {
    __shared__ float s[280];
    int t = threadIdx.x;
    s[padded(2 * t)] = in[2 * t];  //= store shared conflict 1
    s[padded(2 * t + 1)] = in[2 * t + 1];  //= store shared conflict 1
    __syncthreads();
    out[t] = s[padded(2 * t)] - s[2 * (127 - t)];  //= load shared conflict 2 mean 1.5
}

// Blocks of two dimensions, tiles of cooperative groups, a template's constant extent.
template <int W, int H>
__global__ void halo(const float *in, float *out) {
    __shared__ float s[H + 2][W + 2];
    int x = threadIdx.x, y = threadIdx.y;
    for (int i = y * W + x; i < (W + 2) * (H + 2); i += W * H)
        s[i / (W + 2)][i % (W + 2)] = in[i];  //= store shared conflict 1
    __syncthreads();
    float a = s[y + 1][x + 1];  //= load shared conflict 2
    a += s[x % 8][y];  //= load shared conflict 1
    out[y * W + x] = a;
}
__global__ void grouped(const float *in, float *out) {
    __shared__ float s[512];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int rank = tile.thread_rank(), group = tile.meta_group_rank();
    for (int k = 0; k < 4; k++)
        s[k * 128 + threadIdx.x] = in[k * 128 + threadIdx.x];  //= store shared conflict 1
    __syncthreads();
    float a = s[group * 32 + rank];  //= load shared conflict 2
    a += s[group * 16 + rank];  //= load shared conflict 1
    a += s[rank * 2];  //= load shared conflict 1
    out[threadIdx.x] = a;
}

int main() {
    float *p, *q;
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&q, 1 << 20);
    cudaMemset(p, 0, 1 << 20);
    transposed<1><<<1, dim3(32, 8)>>>(p, q);
    unpadded<<<1, dim3(32, 32)>>>(p, q);
    doubles<<<1, 256>>>((const double *)p, (double *)q);
    by_policy_row_major<<<1, 128>>>(p, q);
    by_policy_padded<<<1, 128>>>(p, q);
    by_policy_swizzled<<<1, 128>>>(p, q);
    by_policy_half_swizzled<<<1, 128, 32 * 32 * sizeof(float)>>>(p, q);
    lambdas<<<1, 256>>>(p, q);
    carved<<<1, 128, 2048>>>(p, q, 128);
    members<<<1, 128>>>(p, q);
    interleaved<<<1, 128>>>(p, q);
    halved<<<1, 128>>>(p, q);
    padded_index<<<1, 128>>>(p, q);
    halo<16, 8><<<1, dim3(16, 8)>>>(p, q);
    grouped<<<1, 128>>>(p, q);
    return cudaDeviceSynchronize();
}
