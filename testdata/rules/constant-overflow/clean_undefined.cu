// -D and #undef decide.
#define HUGE_TABLES 1
#undef HUGE_TABLES
#ifdef HUGE_TABLES
__constant__ double table[50000];
#endif
#define COUNT 100
#undef COUNT
#define COUNT 10
__constant__ double sized[COUNT * COUNT];
#undef COUNT
#define COUNT 100000
