package cudaparse

/*
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
static void limit_arenas(int n) { mallopt(M_ARENA_MAX, n); }
static void trim_arenas(void) { malloc_trim(0); }
#else
static void limit_arenas(int n) { (void)n; }
static void trim_arenas(void) {}
#endif
*/
import "C"

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// limitArenas keeps the parser's memory together. The C library would give each of
// the threads that Go ever runs it on a heap of its own, up to eight for each
// processor, and each keeps what the largest tree in it took. No more than one a
// processor are in use at a time.
var limitArenas = sync.OnceFunc(func() { C.limit_arenas(C.int(runtime.NumCPU())) })

// trimAfter is how many bytes of text are parsed before the free memory of the C library
// goes back to the system. A tree takes some hundred bytes for each, and what its nodes
// were in is rarely of use for the next tree: the largest trees of a run come first.
const trimAfter = 1 << 20

// untrimmed counts the bytes that were parsed since then.
var untrimmed atomic.Int64

// trimArenas is told that a text was parsed and its tree is freed.
func trimArenas(bytes int) {
	if n := untrimmed.Add(int64(bytes)); n >= trimAfter && untrimmed.CompareAndSwap(n, 0) {
		C.trim_arenas()
	}
}
