// Package verify compares what is predicted of reads of constant memory with what
// the counters of a GPU measured: it reads exports of Nsight Compute (Read), finds
// the launches that belong to a kernel, and says whether they agree (Compare). It
// knows nothing of sources.
//
// The counters are those of the indexed-constant cache. An LDC instruction whose
// lanes use d distinct addresses is divergent where d > 1 and replayed d - 1 times;
// an element of 16 bytes is two instructions. Measured on sm_90 with the kernels of
// testdata/truth, all of which agree.
package verify

import (
	"fmt"
	"slices"
	"strings"
)

// The counters that are read, by the names Nsight Compute has for them.
const (
	// Divergent counts LDC instructions whose lanes use several addresses.
	Divergent = "sm__idc_divergent_instructions.sum"
	// Replays counts what they cost: distinct addresses - 1 each.
	Replays = "sm__idc_divergent_instruction_replays.sum"
	// Executed counts all LDC instructions.
	Executed = "smsp__inst_executed_op_ldc.sum"
	// Requests counts the distinct addresses of all LDC instructions (measured on
	// gh100).
	Requests = "idc__requests.sum"
)

// counters are all that are read; the first two are what a comparison needs.
var counters = [...]string{Divergent, Replays, Executed, Requests}

// Command returns the command that records what a comparison needs, for people.
func Command() string {
	return "ncu --csv --page raw --metrics " + strings.Join([]string{Divergent, Replays}, ",") + " ./program"
}

// A Shape is the size of a block in threads or of a grid in blocks; zero where it
// is not known.
type Shape [3]int64

// Known reports whether the shape is.
func (s Shape) Known() bool { return s[0] > 0 && s[1] > 0 && s[2] > 0 }

// A Launch is one row of an export: one launch of a kernel, or several that the
// export has summed up.
type Launch struct {
	File string // the export
	Line int    // 1-based, where the launch is first named
	ID   string // by which Nsight Compute tells launches of one process apart
	// Kernel is the name as the export has it, Name what could be read from it.
	Kernel      string
	Name        Name
	Block, Grid Shape
	Count       int64 // launches that the row stands for, at least 1
	// values holds the counters, in the order of counters, that has says are there.
	values [len(counters)]float64
	has    [len(counters)]bool
}

// Counter returns the value of one of the counters, summed over Count launches, and
// whether the export has it.
func (l *Launch) Counter(name string) (value float64, ok bool) {
	i := slices.Index(counters[:], name)
	return l.values[i], l.has[i]
}

// add sums two launches up. Only the counters that both have are known of the sum, and
// only a shape that both have.
func (l *Launch) add(other *Launch) {
	l.Count += other.Count
	if l.Block != other.Block {
		l.Block = Shape{}
	}
	for i := range counters {
		l.values[i] += other.values[i]
		l.has[i] = l.has[i] && other.has[i]
	}
}

// An Export is what was read from one file.
type Export struct {
	File     string
	Launches []Launch
}

// String returns the shape as "256x1x1".
func (s Shape) String() string { return fmt.Sprintf("%dx%dx%d", s[0], s[1], s[2]) }
