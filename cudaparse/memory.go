package cudaparse

/*
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
static void limit_arenas(int n) { mallopt(M_ARENA_MAX, n); }
#else
static void limit_arenas(int n) { (void)n; }
#endif
*/
import "C"

import (
	"runtime"
	"sync"
)

// limitArenas keeps the parser's memory together. The C library would give each of
// the threads that Go ever runs it on a heap of its own, up to eight for each
// processor, and each keeps what the largest tree in it took. No more than one a
// processor are in use at a time.
var limitArenas = sync.OnceFunc(func() { C.limit_arenas(C.int(runtime.NumCPU())) })
