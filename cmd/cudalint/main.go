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

// gcPercent is the pace of the collector, unless the environment gives another. What one
// file leaves is a few megabytes: at the default pace the collector would run dozens of
// times a second. It works harder where the heap comes near the limit: see budget.
const gcPercent = 400

func run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	// What is being written when a signal comes is finished first.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, UserCacheDir: os.UserCacheDir}
	return c.Run(ctx, os.Args[1:])
}
