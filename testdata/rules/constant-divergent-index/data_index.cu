// Tables read at a place that is data: the count is an expectation.

__constant__ unsigned char sbox[256];
__constant__ int edge_table[256];
__constant__ float substitution[32 * 32];
__constant__ unsigned crc_table[16];

__device__ unsigned rotate_word(unsigned w) { return w << 8 | w >> 24; }

// A cipher's substitution of random bytes.
__global__ void substitute(unsigned char *text)
{
    unsigned char c = text[blockIdx.x * blockDim.x + threadIdx.x];
    text[blockIdx.x * blockDim.x + threadIdx.x] = sbox[c]; // want "^likely: each warp reads about 30\.1 distinct addresses of __constant__ sbox: the index depends on data$"
}

// The case of a cell is built of comparisons of data.
__global__ void march(const float *field, int *out, float level)
{
    int at = threadIdx.x;
    int cell = 0;
    if (field[at] < level) cell |= 1;
    if (field[at + 1] < level) cell |= 2;
    if (field[at + 128] < level) cell |= 4;
    out[at] = edge_table[cell]; // want "^likely: each warp reads about \d+\.\d distinct addresses of __constant__ edge_table"
}

// A pair of residues picks a score.
__global__ void score(const unsigned char *a, const unsigned char *b, float *out)
{
    int i = threadIdx.x;
    out[i] = substitution[(a[i] & 31) * 32 + (b[i] & 31)]; // want "each warp reads about \d+\.\d distinct"
}

// The row is that of a residue which all lanes share.
__global__ void align(const unsigned char *query, const unsigned char *subjects, float *out, int length)
{
    int i = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < length; k++)
        sum += substitution[query[k] * 32 + subjects[k * 128 + i]]; // want "each warp reads about 20\.4 distinct addresses"
    out[i] = sum;
}

// Half a byte at a time.
__global__ void checksum(const unsigned *words, unsigned *out)
{
    unsigned crc = ~0u, w = words[threadIdx.x];
    for (int i = 0; i < 8; i++) {
        crc = crc >> 4 ^ crc_table[(crc ^ w) & 15]; // want "each warp reads about 14\.0 distinct addresses of __constant__ crc_table"
        w >>= 4;
    }
    out[threadIdx.x] = crc;
}

void run(unsigned char *c, float *f, int *n, unsigned *w)
{
    substitute<<<256, 256>>>(c);
    march<<<1, 128>>>(f, n, 0.5f);
    score<<<1, 128>>>(c, c, f);
    align<<<1, 128>>>(c, c, f, *n);
    checksum<<<1, 128>>>(w, w);
}
