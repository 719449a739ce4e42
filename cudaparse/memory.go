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

// limitArenas limits the heaps of the C library to one for each processor. By default it
// makes up to eight, as Go calls it on many threads, and each stays as large as the largest
// tree that was in it.
var limitArenas = sync.OnceFunc(func() { C.limit_arenas(C.int(runtime.NumCPU())) })

// trimAfter is the number of bytes of text after which the free memory of the C library goes
// back to the system. A tree takes some hundred bytes for each byte of text, and the next
// tree rarely fits its memory: the largest files of a run come first.
const trimAfter = 1 << 20

// untrimmed counts the bytes of text since the memory was last given back.
var untrimmed atomic.Int64

// trimArenas is called after a text of some bytes was parsed and its tree freed.
func trimArenas(bytes int) {
	if n := untrimmed.Add(int64(bytes)); n >= trimAfter && untrimmed.CompareAndSwap(n, 0) {
		C.trim_arenas()
	}
}
