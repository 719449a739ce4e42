// Command cudalint finds what makes CUDA C++ slow before it runs.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
)

func main() { os.Exit(run()) }

// ballast is counted as live by the garbage collector, which waits for the heap
// to double: what one file leaves is a few megabytes, and without it the
// collector runs dozens of times a second. It is never touched, so that it takes
// no memory.
const ballast = 32 << 20 // bytes

// softMemory is the size from which the collector works harder to stay below: a
// few files in flight need less, and the parser's own memory comes on top.
const softMemory = 128 << 20 // bytes

func run() int {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	untouched := make([]byte, ballast)
	defer runtime.KeepAlive(untouched)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
	return c.Run(ctx, os.Args[1:])
}
