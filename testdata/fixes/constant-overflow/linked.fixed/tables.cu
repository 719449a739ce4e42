#include "tables.cuh"
__device__ float lookup[9000];
