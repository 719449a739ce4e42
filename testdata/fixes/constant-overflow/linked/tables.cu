#include "tables.cuh"
__constant__ float lookup[9000];
