package warp

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A task is a function to execute for one thread block.
type task struct {
	unit    *sema.Unit
	builder *ir.Builder // lowers the functions of the unit
	// instance is the function, kernel what it is an instance of.
	instance *ir.Instance
	kernel   *sema.Function
	block    Block
	// launch is the launch of a kernel, nil where none is in sight; callable is set where
	// the function is the call operator of what host code passes to an algorithm.
	launch   *sema.Launch
	callable *sema.Callable
	// restrict names a pointer parameter that counts as const __restrict__, "" for none.
	restrict string
	effort
	// tracer is told what the execution depends on; it may be nil.
	tracer tracer
	// reached gets the functions that are executed.
	reached map[*sema.Function]bool
}

// A tracer is told what the execution of a function depends on.
type tracer interface {
	// Lowered is called with each body that is executed, nil where an instance has none.
	Lowered(body *ir.Func, of *ir.Instance)
	// LoweredInitializer is called with the initializer of a constant table.
	LoweredInitializer(body *ir.Func, of *sema.Variable)
	// ReadText is called where the text of a function decides what is found, not its body.
	ReadText()
}

// A run is what executing a task found. It is used by one goroutine.
type run struct {
	rec   *recorder
	graph *graph // nil where nothing is counted
	arch  int
	steps int // that were taken
	// someWarps is set where some warps of the block stand for all of them.
	someWarps bool
	// incomplete says why the execution stopped early, "" if it did not.
	incomplete string
}

// accesses returns the accesses found: all, or those of constant and parameter memory.
func (r *run) accesses(constantOnly bool) []Access { return r.rec.accesses(constantOnly) }

// unseen names the functions that were called and not followed, in order.
func (r *run) unseen() []string { return slices.Sorted(maps.Keys(r.rec.unseen)) }

// nests returns the loop nests and what is executed in them, nil where nothing is counted.
// The accesses have their executions from then on.
func (r *run) nests() []Nest {
	if r.graph == nil {
		return nil
	}
	nests, usages := countOperations(r.graph, r.rec.sites(), r.arch)
	r.rec.setUsages(usages)
	return nests
}

// release gives up the graph, for others to use its memory.
func (r *run) release() {
	r.graph.release()
	r.graph = nil
}

// execute executes a task.
func execute(ctx context.Context, t *task) (out *run) {
	m := newMachine(ctx, t)
	out = &run{rec: m.rec, graph: m.work, arch: t.unit.Arch(), someWarps: !m.rec.allWarps}
	body := m.lower(t.instance)
	if body == nil {
		out.incomplete = TooLong
		return out
	}
	m.frame = m.newFrame(body)
	defer func() {
		if r := recover(); r != nil {
			over, ok := r.(budgetExceeded)
			if !ok {
				// The stack of the failure is gone once this function returns.
				panic(fmt.Errorf("%v\n%s", r, debug.Stack()))
			}
			out.steps, out.incomplete = m.steps, over.reason
		}
	}()
	for i, id := range body.Params {
		switch p := body.Op(id); {
		case t.kernel.Kernel():
			m.frame.vals[id] = m.kernelParam(p, i, t.launch, t.restrict)
		case t.callable != nil:
			m.frame.vals[id] = m.callableParam(t.callable, p, i)
		default:
			m.frame.vals[id] = m.unknownParam(p)
		}
	}
	m.run(&body.Body)
	out.steps, out.incomplete = m.steps, m.reason
	return out
}

func newMachine(ctx context.Context, t *task) *machine {
	followed := sampleWarps(warpsIn(t.block), t.someWarps)
	d := lanes.NewDomain(len(followed) * lanes.WarpSize)
	m := &machine{ctx: ctx, kernel: t.kernel, builder: t.builder, tracer: t.tracer, reached: t.reached,
		maxSteps: t.effort.steps, thriftySteps: cmp.Or(t.thrifty, t.effort.steps), stepCost: t.stepCost(t.block), concreteLimit: t.iterations,
		globals: map[*sema.Variable]*object{}, spare: map[*ir.Func][][]value{}, lasting: map[lasting]*object{}, iterated: map[*ir.Op]bool{}}
	m.unit, m.warps = t.unit, followed
	m.d, m.block, m.pointers = d, t.block, map[*sema.Type]*sema.Type{}
	m.pointees = map[pointee]*object{}
	m.rec = newRecorder(d, t.block, t.kernel, m.enclosing)
	m.rec.constantOnly, m.rec.allWarps = t.constantOnly, len(followed) == warpsIn(t.block)
	truth := make([]lanes.Truth, d.Threads())
	for i := range truth {
		if m.threadAt(i) < t.block.threads() {
			truth[i] = lanes.True
			m.threads++
		}
	}
	m.mask = newMask(truth)
	if !t.constantOnly {
		m.work = newGraph(m.activeShare)
	}
	if t.launch != nil {
		m.grid = t.launch.Grid
	}
	m.setupBuiltins()
	return m
}
