package warp

import "github.com/cudalint/cudalint/lint/analysis/warp/lanes"

// An effort bounds the interpretation of one kernel.
type effort struct {
	steps      int // evaluation steps of a block of 128 threads
	iterations int // of one loop that are run one by one
	// thrifty is the number of steps after which loops are no longer run iteration by
	// iteration but followed all at once; 0: the analysis gives up at steps instead.
	thrifty int
	// constantOnly leaves out what is not read from constant or parameter memory.
	constantOnly bool
	// someWarps follows a few warps of the block only (see sampleWarps).
	someWarps bool
}

// efforts are tried in order: a kernel that exceeds one is looked at again with
// less detail.
var efforts = []effort{
	{steps: 1_000_000, thrifty: 250_000, iterations: 64}, {steps: 3_000_000, someWarps: true},
}

// scanEfforts are those of a first look that asks whether any constant read
// diverges: most kernels have none and need no other. All warps count, where the
// kernel is not too long for it: a condition on threadIdx can make one warp in the
// middle the only one that diverges. The second is the last of efforts: a kernel
// that is too long for the others is then followed once.
var scanEfforts = []effort{
	{steps: 200_000, iterations: 8, constantOnly: true}, efforts[len(efforts)-1],
}

// stepCost returns what one evaluation counts for: more in a block of more threads.
func (e effort) stepCost(b Block) int {
	return 1 + len(sampleWarps(b.warps(), e.someWarps))*lanes.WarpSize/128
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

// briefEfforts are those of Options.Brief.
var briefEfforts = []effort{{steps: 10_000, iterations: 8}}
