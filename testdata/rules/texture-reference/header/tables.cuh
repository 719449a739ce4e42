#ifndef TABLES_CUH
#define TABLES_CUH
texture<float, 1, cudaReadModeElementType> table;  // want "proven: texture reference table \(float, 1D, 1 fetch, bound at 1 place\)"
__device__ inline float lookup(int i) { return tex1Dfetch(table, i); }
#endif
