// Package machine executes one function for one thread block, all lanes at once: an abstract
// interpreter of package ir. Calls are followed. Both sides of a branch are executed where lanes
// part, or where the condition is not known. Loops are executed iteration by iteration where
// they are short and known, else all iterations at once: the machine looks for a description of
// what an iteration changes that holds for every iteration (a fixed point).
//
// Execute gets a Task and gives a Run: the accesses, and the loop nests with their operations.
//
// A machine executes operations. A loopRun is one loop in execution, a fixpoint what its iterations
// change. A loopStore keeps that for the next pass. parameters makes the values that execution starts
// with.
package machine

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/builtin"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A machine interprets one kernel for one thread block.
type machine struct {
	builtin.Model
	ctx     context.Context
	kernel  *sema.Function
	builder *ir.Builder
	tracer  tracer // nil unless the result may be reused
	frame   *frame
	spare   map[*ir.Func][][]state.Value // room of frames that are done
	loops   *loopContext
	// openArms counts the enclosing branches and loops for which it is not known whether, or how
	// often, they are executed.
	openArms int

	// maxSteps bounds steps; from abstractAfter on no loop is followed iteration by iteration.
	maxSteps, abstractAfter int
	// StepCost makes a step of a large block count for more.
	stepCost int
	// iterated are the loops of few iterations that were found to need them one by one.
	iterated map[*ir.Op]bool
	// executed counts operations, those of loops in closed form as often as they are run.
	executed int
	// concreteLimit is how many iterations of one loop are run one by one.
	concreteLimit int
	callDepth     int
	loopStore

	globals map[*sema.Variable]*state.Object
	lasting map[lasting]*state.Object
	// reached are the functions interpreted so far.
	reached map[*sema.Function]bool
	reason  string
}

// A loopContext collects the threads that leave the body of a loop or a switch.
type loopContext struct {
	outer             *loopContext
	isSwitch          bool
	broke, continued  state.Mask
	onBreak, onRepeat []*state.Departure
	// guards is that of the machine where the loop began; leftBy and skippedBy are those
	// that each break, and each continue of this iteration, has added.
	guards, leftBy, skippedBy int
	guarded                   bool // the test before the first iteration is a guard
}
