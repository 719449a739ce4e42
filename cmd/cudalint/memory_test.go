package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/engine"
)

// TestBudgetGrowsWithWorkers: what the README says of the memory of a run.
func TestBudgetGrowsWithWorkers(t *testing.T) {
	const mega = 1 << 20
	for _, c := range []struct {
		jobs      int
		container int64
		want      budget
	}{
		{1, 0, 512 * mega},
		{2, 0, 576 * mega},
		{16, 0, 1472 * mega},
		{16, 1024 * mega, 768 * mega},
		{2, 64 << 30, 576 * mega},
		{2, mega, leastMemory},
	} {
		if got := defaultBudget(c.jobs, c.container); got != c.want {
			t.Errorf("the budget of %d workers in %d is %d, want %d", c.jobs, c.container, got, c.want)
		}
	}
}

// TestBudgetIsShared: all parts grow with the budget, and together stay within it.
func TestBudgetIsShared(t *testing.T) {
	var before engine.Options
	for _, b := range []budget{leastMemory, 448 << 20, 4 << 30} {
		var opts engine.Options
		b.share(&opts)
		if opts.InFlight <= before.InFlight || opts.HeaderCache <= before.HeaderCache {
			t.Errorf("%d: %d in flight, %d of headers; with less memory %d and %d", b, opts.InFlight, opts.HeaderCache, before.InFlight, before.HeaderCache)
		}
		// The headers that are kept are in Go's memory.
		if b.collector()+opts.InFlight*treeSize > int64(b) || int64(opts.HeaderCache) > b.collector() {
			t.Errorf("%d: the parts are %d, %d and %d", b, b.collector(), opts.InFlight*treeSize, opts.HeaderCache)
		}
		before = opts
	}
}

// TestOutputDoesNotDependOnWorkers: nor on the memory they have.
func TestOutputDoesNotDependOnWorkers(t *testing.T) {
	print := func(args ...string) string {
		var stdout, stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
		args = append([]string{"check", "--no-cache", "--output-format", "json", filepath.Join("..", "..", "testdata", "rules")}, args...)
		if status := c.Run(context.Background(), args); status != 1 {
			t.Fatalf("%v: exit status %d\n%s", args, status, stderr.String())
		}
		return stdout.String() + stderr.String()
	}
	want := print("-j", "1")
	for _, args := range [][]string{{"-j", "2"}, {"-j", "7", "--memory", "64M"}} {
		if got := print(args...); got != want {
			t.Errorf("%v: %d bytes, with one worker %d", args, len(got), len(want))
		}
	}
}

func TestContainerMemory(t *testing.T) {
	for text, want := range map[string]int64{"max\n": 0, "1073741824\n": 1 << 30, "": 0, "-1\n": 0} {
		name := filepath.Join(t.TempDir(), "memory.max")
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := containerMemory(name); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := containerMemory(filepath.Join(t.TempDir(), "none")); got != 0 {
		t.Errorf("without a file: %d", got)
	}
}

// TestRaisedLimit: the soft limit stays where there is room beside what is in use, and grows
// with what is in use where there is not.
func TestRaisedLimit(t *testing.T) {
	for _, c := range []struct{ limit, inUse, want int64 }{
		{320 << 20, 0, 0},
		{320 << 20, 200 << 20, 0},
		{320 << 20, 250 << 20, 400 << 20},
		{320 << 20, 1000 << 20, 1600 << 20},
		{1 << 60, 1000 << 20, 0},
	} {
		if got := raisedLimit(c.limit, c.inUse); got != c.want {
			t.Errorf("%d in use of %d: %d, want %d", c.inUse, c.limit, got, c.want)
		}
	}
}
