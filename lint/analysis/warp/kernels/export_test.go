package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// StepsOf returns how many steps it takes to execute the first kernel of a unit in full.
func StepsOf(unit *sema.Unit) int {
	opts := Options{}
	opts.complete(context.Background(), unit)
	k := unit.Kernels()[0]
	launches, _ := distinctLaunches(k, &opts)
	res := Result{Kernel: k, Launch: launches[0], Block: blockFor(k, launches[0], opts.Block)}
	return execute(context.Background(), &task{unit: unit, builder: opts.Builder, instance: rootInstance(&res), kernel: k, block: res.Block,
		launch: res.Launch, effort: efforts[0], reached: map[*sema.Function]bool{}}).steps
}
