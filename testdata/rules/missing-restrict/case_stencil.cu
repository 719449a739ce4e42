// Stencils and filters: what is read is never what is written.

// Three points.
__global__ void smooth(
    const float *src, // want "(proven|likely): .*\bsrc\b"
    float *dst, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        dst[i] = 0.25f * src[i - 1] + 0.5f * src[i] + 0.25f * src[i + 1];
}

// Five points, not even const.
__global__ void heat(
    float *told, // want "(proven|likely): .*\btold\b"
    float *tnew, int nx, int ny, float k)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    int c = y * nx + x;
    tnew[c] = told[c] + k * (told[c - 1] + told[c + 1] + told[c - nx] + told[c + nx] - 4.0f * told[c]);
}

// A column of a volume, with its coefficients read again for every plane.
__global__ void column(
    const double *vol, // want "(proven|likely): .*\bvol\b"
    const double *coeff, // want "(proven|likely): .*\bcoeff\b"
    double *res, int nx, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    for (int z = 1; z < nz - 1; z++)
        res[z * nx + x] = coeff[0] * vol[(z - 1) * nx + x] + coeff[1] * vol[z * nx + x] + coeff[2] * vol[(z + 1) * nx + x];
}

// A mask over an image of bytes.
__global__ void convolve(
    const unsigned char *image, // want "(proven|likely): .*\bimage\b"
    const float *mask, // want "(proven|likely): .*\bmask\b"
    unsigned char *filtered, int width, int height, int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int u = min(max(x + dx, 0), width - 1), v = min(max(y + dy, 0), height - 1);
            sum += image[v * width + u] * mask[(dy + radius) * (2 * radius + 1) + dx + radius];
        }
    filtered[y * width + x] = (unsigned char)sum;
}

// Two time levels in, the third out.
__global__ void wave(
    const float *before, // want "(proven|likely): .*\bbefore\b"
    const float *now, // want "(proven|likely): .*\bnow\b"
    float *after, int n, float c2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        after[i] = 2 * now[i] - before[i] + c2 * (now[i + 1] - 2 * now[i] + now[i - 1]);
}

// Through a tile in shared memory.
__global__ void tiled(
    const int *level, // want "(proven|likely): .*\blevel\b"
    int *raised, int n)
{
    __shared__ int tile[258];
    int i = blockIdx.x * 256 + threadIdx.x;
    tile[threadIdx.x + 1] = i < n ? level[i] : 0;
    if (threadIdx.x == 0)
        tile[0] = i > 0 ? level[i - 1] : 0;
    if (threadIdx.x == 255)
        tile[257] = i + 1 < n ? level[i + 1] : 0;
    __syncthreads();
    if (i < n)
        raised[i] = max(tile[threadIdx.x], max(tile[threadIdx.x + 1], tile[threadIdx.x + 2]));
}

// The update is in place, the sources of it are not.
__global__ void relax(
    float *u,
    const float *rhs, // want "(proven|likely): .*\brhs\b"
    int n)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + 1;
    if (i + 1 < n)
        u[i] = 0.5f * (u[i - 1] + u[i + 1] - rhs[i]);
}
