#include "tables.cuh"
__constant__ float own[20];  
__global__ void a(float *out) { out[0] = table[0] * own[0]; }
