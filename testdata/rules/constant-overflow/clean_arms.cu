// Never both.
#ifdef DOUBLE_PRECISION
__constant__ double table[4096];
typedef double real;
#else
__constant__ float table[8192];
typedef float real;
#endif
#if defined(VARIANT_A)
__constant__ float a[5000];
#elif defined(VARIANT_B)
__constant__ float b[5000];
#else
__constant__ float c[5000];
#endif
#if 0
__constant__ float removed[50000];
#endif
__constant__ real more[100];
