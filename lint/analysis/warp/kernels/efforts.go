package kernels

import "github.com/cudalint/cudalint/lint/analysis/warp/machine"

// efforts are tried in order: a kernel that exceeds one is looked at again with
// less detail.
var efforts = []machine.Effort{
	{Steps: 1_000_000, AbstractAfter: 250_000, Iterations: 64}, {Steps: 3_000_000, SomeWarps: true},
}

// scanEfforts are those of a first look that asks whether any constant read
// diverges: most kernels have none and need no other. All warps count, where the
// kernel is not too long for it: a condition on threadIdx can make one warp in the
// middle the only one that diverges. The second is the last of efforts: a kernel
// that is too long for the others is then followed once.
var scanEfforts = []machine.Effort{
	{Steps: 200_000, Iterations: 8, ConstantOnly: true}, efforts[len(efforts)-1],
}

// briefEfforts are those of Options.Brief.
var briefEfforts = []machine.Effort{{Steps: 10_000, Iterations: 8}}
