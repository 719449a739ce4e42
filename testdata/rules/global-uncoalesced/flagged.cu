// Lanes that are far apart, by the shape of the index.
struct Particle { float x, y, z, mass, vx, vy, vz, charge; };

// 32 bytes an element, one member of it.
__global__ void members(const Particle *p, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = p[i].mass; // want `proven: each warp's load of p\[i\].mass touches 32 sectors, the ideal is 4: the elements are 32 bytes long`
}

// Each lane stores a row of its own.
__global__ void rows(float *out, const float *in, int width) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int c = 0; c < width; c++)
        out[row * width + c] = 2 * in[c]; // want `store of out\[row \* width \+ c\] touches 32 sectors, the ideal is 4`
}

// threadIdx.x selects the row.
__global__ void exchanged(float *out, const float *in) {
    int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 8 + threadIdx.y;
    out[row * 4096 + column] = in[row * 4096 + column]; // want `store of .* touches 32 sectors, the ideal is 4: lanes are 16384 bytes apart` `load of .* touches 32 sectors, the ideal is 4: lanes are 16384 bytes apart`
}

// The rows of a block are 4 lanes long.
__global__ void narrow(float *out, const float *in) {
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y;
    out[y * 8192 + x] = in[y * 8192 + x]; // want `store of .* touches 8 sectors, the ideal is 4: a warp spans several rows of the block` `load of .* touches 8 sectors, the ideal is 4: a warp spans several rows of the block`
}

// A byte of every 64.
__global__ void bytes(unsigned char *out, const unsigned char *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[64 * i]; // want `load of in\[64 \* i\] touches 32 sectors, the ideal is 1: lanes are 64 bytes apart`
}

void run(const Particle *p, float *out, const float *in, unsigned char *b, int width) {
    members<<<1 << 16, 256>>>(p, out);
    rows<<<1 << 12, 256>>>(out, in, width);
    exchanged<<<dim3(128, 512), dim3(32, 8)>>>(out, in);
    narrow<<<dim3(2048, 128), dim3(4, 64)>>>(out, in);
    bytes<<<1 << 16, 256>>>(b, b + 1);
}
