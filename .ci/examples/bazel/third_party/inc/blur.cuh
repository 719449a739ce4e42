// A finding in a header of others is not reported.
__constant__ float weights[64];
__global__ void blur(float *out) { out[threadIdx.x] = weights[threadIdx.x]; }
