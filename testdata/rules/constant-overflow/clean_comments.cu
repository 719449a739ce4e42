// __constant__ float big[1000000];
/* __constant__ float big[1000000]; */
const char *text = "__constant__ float big[1000000];";
#define UNUSED_TABLE(n) __constant__ float big[n]
__constant__ float small[10];
