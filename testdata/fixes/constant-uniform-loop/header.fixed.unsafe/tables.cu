#include "tables.cuh"

__device__ float taps[1024];
