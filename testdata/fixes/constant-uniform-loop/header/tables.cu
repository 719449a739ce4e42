#include "tables.cuh"

__constant__ float taps[1024];
