package machine

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// An Effort bounds the interpretation of one kernel.
type Effort struct {
	Steps      int // evaluation steps of a block of 128 threads
	Iterations int // of one loop that are run one by one
	// AbstractAfter is the number of steps after which loops are no longer run iteration by
	// iteration but followed all at once; 0: the analysis gives up at steps instead.
	AbstractAfter int
	// ConstantOnly leaves out what is not read from constant or parameter memory.
	ConstantOnly bool
	// SomeWarps follows a few warps of the block only (see sampleWarps).
	SomeWarps bool
}

// sampleWarps returns the warps of a block to follow: all of them, or the first
// two, the middle one and the last. Warps of one block nearly always do the same
// at other addresses.
func sampleWarps(count int, some bool) []int {
	if some && count > 4 {
		return []int{0, 1, count / 2, count - 1}
	}
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	return all
}

// StepCost returns what one evaluation counts for: more in a block of more threads.
func (e Effort) StepCost(b warp.Block) int {
	return 1 + len(sampleWarps(warpsIn(b), e.SomeWarps))*lanes.WarpSize/128
}

// warpsIn returns the number of warps of a block.
func warpsIn(b warp.Block) int { return (b.Threads() + lanes.WarpSize - 1) / lanes.WarpSize }
