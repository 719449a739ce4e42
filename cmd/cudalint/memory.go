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

// A run of check or access aims at staying within a budget of memory: that of --memory, or
// one that grows with the files in flight. It is a measure and no limit: one source can
// take more than all of it.
const (
	baseMemory   = 448 << 20 // bytes
	memoryPerJob = 64 << 20
	leastMemory  = 64 << 20 // with less the collector would do nothing but collect
)

// The shares of a budget.
const (
	// The larger part is the collector's: near that it works harder.
	collectorPart, collectorOf = 5, 8
	// parserShare is that of the trees of the large sources in flight, which the parser
	// has outside of Go's memory: some treeSize bytes for each of the source.
	parserShare, treeSize = 4, 100
	// headerShare is that of what units share: headers, and what macros expand to.
	headerShare = 6
)

// A budget is the memory of a run, in bytes.
type budget int64

// defaultBudget returns the budget for a number of files in flight, of which a container
// that has less leaves some to others.
func defaultBudget(jobs int, container int64) budget {
	b := int64(baseMemory + jobs*memoryPerJob)
	if container > 0 {
		b = min(b, container/4*3)
	}
	return budget(max(b, leastMemory))
}

// collector returns the soft limit of Go's collector.
func (b budget) collector() int64 { return int64(b) / collectorOf * collectorPart }

// share sets what the linter may take of it.
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

// limitMemory tells the collector how much memory it has, unless the environment does.
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

// containerMemory returns the limit in such a file, 0 for none.
func containerMemory(file string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // "max" is no limit
	return max(n, 0)
}
