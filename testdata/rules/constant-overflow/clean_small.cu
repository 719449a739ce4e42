// What public code has: a few parameters and tables.
struct Params {
    float3 origin;
    float cell;
    unsigned size[3];
};
__constant__ Params params;
__constant__ float stencil[17];
__constant__ unsigned char sbox[256] = {0x63, 0x7c, 0x77};
__constant__ int masks[][2] = {{1, 2}, {3, 4}};
__global__ void kernel(Params p, float *out, int n) { out[0] = p.cell + stencil[0] + masks[n][0]; }
