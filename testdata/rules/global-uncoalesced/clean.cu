// What looks alike, and costs nothing or is not known.
struct V3 { float x, y, z; };
struct Particle { float x, y, z, mass, vx, vy, vz, charge; };

__global__ void neighbours(float *out, const float *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}

// The block uses all bytes of the sectors.
__global__ void members(const V3 *p, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z;
}

// A misaligned base costs one more sector.
__global__ void shifted(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i + 1];
}

// One lane in each warp, and one address for all lanes.
__global__ void few(float *out, const float *in, const float *rate) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 0) out[i / 32] = in[i] * rate[0];
}

// Gathers are left to the option.
__global__ void gather(float *out, const float *in, const int *index) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[index[i]];
}

// The kernel is bound by its arithmetic.
__global__ void computes(float *out, const Particle *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float m = p[i].mass;
    for (int k = 0; k < 10000; k++) m = m * 1.0001f + 0.5f;
    out[i] = m;
}

// An odd stride that is not known may be 1.
__global__ void strided(float *out, const float *in, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride];
}

// A tile goes through shared memory.
__global__ void transpose(float *out, const float *in, int width, int height) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x;
    y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

// float4 elements fill their sectors.
__global__ void wide(float4 *out, const float4 *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v = in[i];
    v.x += 1;
    out[i] = v;
}

void run(const V3 *v, const Particle *p, float *out, const float *in, const int *index, int n) {
    neighbours<<<1024, 256>>>(out, in, n);
    members<<<1 << 16, 256>>>(v, out);
    shifted<<<1 << 16, 256>>>(out, in);
    few<<<1 << 16, 256>>>(out, in, in + 5);
    gather<<<1 << 16, 256>>>(out, in, index);
    computes<<<1 << 16, 256>>>(out, p);
    strided<<<1 << 16, 256>>>(out, in, n);
    transpose<<<dim3(128, 128), dim3(32, 8)>>>(out, in, n, n);
    wide<<<1 << 16, 256>>>((float4 *)out, (const float4 *)in);
}

// Both members of an aligned pair are one load and one store.
__global__ void pairs(float2 *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i].x /= 512;
    p[i].y /= 512;
}
void run(float2 *p) { pairs<<<1 << 16, 256>>>(p); }
