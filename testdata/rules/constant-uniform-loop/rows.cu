// Rows of a table, one at a time: the body is too long for copies.

__constant__ float centre[64][16];

__global__ void nearest(const float *in, int *out, int count)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    float p[16];
    for (int d = 0; d < 16; d++)
        p[d] = in[x + d * 256];
    float least = 1e30f;
    int best = 0;
    for (int c = 0; c < count; c++) {
        float sum = 0;
        for (int d = 0; d < 16; d++) {
            float delta = p[d] - centre[c][d]; // want "reads __constant__ centre 1024 times"
            sum += delta * delta;
        }
        if (sum < least) {
            least = sum;
            best = c + 1;
        }
    }
    out[x] = best;
}

void launch(const float *in, int *out) { nearest<<<4096, 256>>>(in, out, 64); }
