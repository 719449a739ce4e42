package kernels

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/machine"
)

// StepsOf returns how many steps it takes to execute the first kernel of a unit in full.
func StepsOf(unit *sema.Unit) int {
	opts := Options{}
	opts.complete(context.Background(), unit)
	k := unit.Kernels()[0]
	launches, _ := distinctLaunches(k, &opts)
	res := warp.Result{Kernel: k, Launch: launches[0], Block: blockFor(k, launches[0], opts.Block)}
	return machine.Execute(context.Background(), &machine.Task{Unit: unit, Builder: opts.Builder, Instance: rootInstance(&res), Kernel: k, Block: res.Block,
		Launch: res.Launch, Effort: efforts[0], Reached: map[*sema.Function]bool{}}).Steps
}
