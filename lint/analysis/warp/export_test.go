package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// StepsOf returns how many steps it takes to follow the first kernel of a unit in full.
func StepsOf(unit *sema.Unit) int {
	opts := Options{}
	opts.complete(context.Background(), unit)
	k := unit.Kernels()[0]
	launches, _ := distinctLaunches(k, opts)
	res := Result{Kernel: k, Launch: launches[0]}
	res.Block = blockFor(k, res.Launch, opts)
	_, _, steps, _ := runKernel(context.Background(), &opts, unit, &res, efforts[0], map[*sema.Function]bool{})
	return steps
}
