#include "tables.cuh"
__constant__ float weights[9000];
