package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/engine"
)

// A run of check or access tries to stay within a memory budget: --memory, or a default that
// grows with the number of files in flight. The budget is a target and not a limit: one source
// can take more.
const (
	baseMemory   = 448 << 20 // bytes
	memoryPerJob = 64 << 20
	leastMemory  = 64 << 20 // with less the garbage collector would run all the time
)

// The budget is split into these shares.
const (
	// The garbage collector gets the larger part. It runs more often near its limit.
	collectorPart, collectorOf = 5, 8
	// parserShare is the divisor for the trees of large sources in flight. The parser holds them
	// outside of Go's memory, about treeSize bytes per byte of source.
	parserShare, treeSize = 4, 100
	// headerShare is the divisor for what units share: headers and expansions of macros.
	headerShare = 6
)

// A budget is the memory of a run, in bytes.
type budget int64

// defaultBudget returns the budget for a number of files in flight. In a container with less
// memory it leaves a quarter to other processes.
func defaultBudget(jobs int, container int64) budget {
	b := int64(baseMemory + jobs*memoryPerJob)
	if container > 0 {
		b = min(b, container/4*3)
	}
	return budget(max(b, leastMemory))
}

// collector returns the soft limit of the garbage collector.
func (b budget) collector() int64 { return int64(b) / collectorOf * collectorPart }

// share sets the linter's limits.
func (b budget) share(opts *engine.Options) {
	opts.InFlight = int64(b) / (parserShare * treeSize)
	opts.HeaderCache = int(b / headerShare)
}

// setMemory reads --memory.
func (f *inputFlags) setMemory(opts *engine.Options) error {
	jobs := opts.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	f.budget = defaultBudget(jobs, containerMemory(cgroupLimit))
	if f.memory != "" {
		n, err := parseSize(f.memory)
		if err != nil {
			return fmt.Errorf("--memory %w such as 512M or 2G", err)
		}
		if n < leastMemory {
			return fmt.Errorf("--memory %s: at least %s are needed", f.memory, bounded.Size(leastMemory))
		}
		f.budget = budget(n)
	}
	f.budget.share(opts)
	return nil
}

// limitMemory sets the garbage collector's limit, unless the environment does.
func (c *Command) limitMemory(limit int64) {
	if c.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetMemoryLimit(limit)
	watchHeap.Do(func() { go keepRoom() })
}

var watchHeap sync.Once

// keepRoom raises the collector's soft memory limit when the live heap comes near it. Otherwise
// the collector would run without pause, and take several times as long as the work itself.
func keepRoom() {
	use := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for range time.Tick(100 * time.Millisecond) {
		metrics.Read(use)
		if use[0].Value.Kind() != metrics.KindUint64 {
			return // another version of Go
		}
		if limit := raisedLimit(debug.SetMemoryLimit(-1), int64(use[0].Value.Uint64())); limit > 0 {
			debug.SetMemoryLimit(limit)
		}
	}
}

// raisedLimit returns a limit in bytes of 8/5 of the live heap, or 0 if the present limit is at
// least that high.
func raisedLimit(limit, inUse int64) int64 {
	if inUse <= limit/8*5 {
		return 0
	}
	return inUse / 5 * 8
}

// cgroupLimit is the file with the limit of the control group of the process, as
// containers have it (cgroup v2).
const cgroupLimit = "/sys/fs/cgroup/memory.max"

// containerMemory returns the limit in a file such as cgroupLimit, 0 for none.
func containerMemory(file string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // "max" is no limit
	return max(n, 0)
}
