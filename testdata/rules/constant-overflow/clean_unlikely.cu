// Only with a macro that no source defines.
#ifdef HUGE_TABLES
__constant__ float table[50000];
#define N 50000
#else
#define N 500
#endif
__constant__ float sized[N];
