// Command cudalint finds what makes CUDA C++ slow before it runs.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

func main() { os.Exit(run()) }

// The collector's settings, unless the environment gives others. What one file
// leaves is a few megabytes: at the default pace the collector would run dozens of
// times a second. It works harder only where the heap comes near softMemory: parsed
// headers are a third of that at most, and a few files in flight seldom need the rest;
// the parser's own memory comes on top.
const (
	gcPercent  = 400
	softMemory = 384 << 20 // bytes
)

func run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softMemory)
	}
	// What is being written when a signal comes is finished first.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, UserCacheDir: os.UserCacheDir}
	return c.Run(ctx, os.Args[1:])
}
