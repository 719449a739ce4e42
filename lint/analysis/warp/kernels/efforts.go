package warp

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

// briefEfforts are those of Options.Brief.
var briefEfforts = []effort{{steps: 10_000, iterations: 8}}
