// Kernels in a file that another source includes, and launches in place.
__global__ void shift(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
static __global__ void shift_local(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
