#define LARGE 1
#if LARGE && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
__constant__ float table[17000];  // want "^proven: .*takes 68,000 bytes"
#endif
#if !LARGE
__constant__ float other[17000];
#endif
#if __CUDACC_VER_MAJOR__ < 9
__constant__ float old[17000];
#endif
