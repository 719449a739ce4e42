// Guarded twice, counted once.
#ifndef TABLES
#define TABLES
__constant__ float table[10000];
#endif
#ifndef TABLES
#define TABLES
__constant__ float again[10000];
#endif
#ifdef __CUDA_ARCH__
#define LENGTH 100
#else
#define LENGTH 100000
#endif
__constant__ float device_length[LENGTH];
