// Command cudalint finds what makes CUDA C++ slow before it runs.
package main

import (
	"context"
	"os"
	"os/signal"
)

func main() { os.Exit(run()) }

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := Command{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv}
	return c.Run(ctx, os.Args[1:])
}
