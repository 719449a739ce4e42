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

// gcPercent is the pace of the garbage collector, unless the environment sets another. One
// file leaves a few megabytes live: at the default pace the collector would run dozens of
// times a second. Near the memory limit it runs more often: see budget.
const gcPercent = 400

func run() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	// A signal lets a write in progress finish.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, UserCacheDir: os.UserCacheDir}
	return c.Run(ctx, os.Args[1:])
}
