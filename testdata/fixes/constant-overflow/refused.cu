// What would have to move is declared by a macro.

#define TABLE(name, n) static __constant__ float name[n]
TABLE(low, 8192);
TABLE(high, 8193);
static __constant__ int count;

__global__ void apply(float *out) { out[threadIdx.x] = low[threadIdx.x] * high[threadIdx.x] * count; }
