// Package verify compares predictions for reads of constant memory with counters that were
// measured on a GPU: it reads exports of Nsight Compute (Read), finds the launches of each
// kernel, and says whether they agree (Compare). It does not depend on sources.
//
// The counters are those of the indexed-constant cache. An LDC instruction whose
// lanes use d distinct addresses is divergent if d > 1 and is replayed d - 1 times;
// an element of 16 bytes is two instructions. Measured on sm_90 with the kernels of
// testdata/truth, all of which agree.
package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// The counters, by their names in Nsight Compute.
const (
	// Divergent counts LDC instructions whose lanes use several addresses.
	Divergent = "sm__idc_divergent_instructions.sum"
	// Replays counts their replays: distinct addresses - 1 each.
	Replays = "sm__idc_divergent_instruction_replays.sum"
	// Executed counts all LDC instructions.
	Executed = "smsp__inst_executed_op_ldc.sum"
	// Requests counts the distinct addresses of all LDC instructions (measured on
	// gh100).
	Requests = "idc__requests.sum"
)

// counters are the counters that are read. A comparison needs the first two.
var counters = [...]string{Divergent, Replays, Executed, Requests}

// Command returns the command that records the counters that a comparison needs.
func Command() string {
	return "ncu --csv --page raw --metrics " + strings.Join([]string{Divergent, Replays}, ",") + " ./program"
}

// A Shape is the size of a block in threads or of a grid in blocks, zero if it is not known.
type Shape [3]int64

// Known reports whether the shape is.
func (s Shape) Known() bool { return s[0] > 0 && s[1] > 0 && s[2] > 0 }

// A Launch is one row of an export: one launch of a kernel, or the sum of several.
type Launch struct {
	File string // the export
	Line int    // 1-based, where the launch is first named
	ID   string // Nsight Compute's number of the launch in its process
	// Kernel is the name in the export, Name the parsed name.
	Kernel      string
	Name        kernelname.Name
	Block, Grid Shape
	Count       int64 // launches that the row stands for, at least 1
	// values holds the values of counters. has is set for those that exist.
	values [len(counters)]float64
	has    [len(counters)]bool
}

// Counter returns the value of one of the counters, summed over Count launches, and
// whether the export has it.
func (l *Launch) Counter(name string) (value float64, ok bool) {
	i := slices.Index(counters[:], name)
	return l.values[i], l.has[i]
}

// add adds another launch. The sum has only the counters and the shape that both have.
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

// An Export is the content of one file.
type Export struct {
	File     string
	Launches []Launch
	// Source is set for a source page, which has no launches: Traffic has what its lines moved,
	// Files the source files that it names.
	Source  bool
	Traffic []Traffic
	Files   map[string]bool
	// Compiled are the lines of a source page that have instructions of any kind.
	Compiled map[SourceLine]bool
}

// String returns the shape as "256x1x1".
func (s Shape) String() string { return fmt.Sprintf("%dx%dx%d", s[0], s[1], s[2]) }
