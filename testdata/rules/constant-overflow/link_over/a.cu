__constant__ float weights[10000];  // want "^proven: __constant__ data of 2 files that are linked together takes 80,000 bytes, 14,464 more than the 65,536 that a module can have: weights 40,000, norms 40,000; nvlink will say .File uses too much global constant data.$"
__global__ void scale(float *out) { out[0] = weights[0]; }
