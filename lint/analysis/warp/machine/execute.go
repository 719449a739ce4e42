package machine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/access"
	"github.com/cudalint/cudalint/lint/analysis/warp/codegen"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A Task is a function to execute for one thread block.
type Task struct {
	Unit    *sema.Unit
	Builder *ir.Builder // lowers the functions of the unit
	// Instance is the function, kernel what it is an instance of.
	Instance *ir.Instance
	Kernel   *sema.Function
	Block    warp.Block
	// Launch is the launch of a kernel, nil where none is in sight; callable is set where
	// the function is the call operator of what host code passes to an algorithm.
	Launch   *sema.Launch
	Callable *localflow.Callable
	// Restrict names a pointer parameter that counts as const __restrict__, "" for none.
	Restrict string
	Effort
	// Tracer is told what the execution depends on; it may be nil.
	Tracer tracer
	// Reached gets the functions that are executed.
	Reached map[*sema.Function]bool
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

// A Run is what executing a task found. It is used by one goroutine.
type Run struct {
	rec   *access.Recorder
	graph *opgraph.Graph // nil where nothing is counted
	arch  int
	Steps int // that were taken
	// SomeWarps is set where some warps of the block stand for all of them.
	SomeWarps bool
	// Incomplete says why the execution stopped early, "" if it did not.
	Incomplete string
}

// Accesses returns the accesses found: all, or those of constant and parameter memory.
func (r *Run) Accesses(constantOnly bool) []warp.Access { return r.rec.Accesses(constantOnly) }

// WithoutRow returns the number of accesses through pointers that nothing is known of.
func (r *Run) WithoutRow() int { return r.rec.WithoutRow() }

// Unseen names the functions that were called and not followed, in order.
func (r *Run) Unseen() []string { return slices.Sorted(maps.Keys(r.rec.Unseen)) }

// Nests returns the loop nests and what is executed in them, nil where nothing is counted.
// The accesses have their executions from then on.
func (r *Run) Nests() []warp.Nest {
	if r.graph == nil {
		return nil
	}
	nests, usages := codegen.CountOperations(r.graph, r.rec.Sites(), r.arch)
	r.rec.SetUsages(usages)
	return nests
}

// Release gives up the graph, for others to use its memory.
func (r *Run) Release() {
	r.graph.Release()
	r.graph = nil
}

// Execute executes a task.
func Execute(ctx context.Context, t *Task) (out *Run) {
	m := newMachine(ctx, t)
	out = &Run{rec: m.Recorder, graph: m.Graph, arch: t.Unit.Arch(), SomeWarps: !m.Recorder.AllWarps}
	body := m.lower(t.Instance)
	if body == nil {
		out.Incomplete = warp.TooLong
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
			out.Steps, out.Incomplete = m.Steps, over.reason
		}
	}()
	params := parameters{&m.Model}
	for i, id := range body.Params {
		switch p := body.Op(id); {
		case t.Kernel.Kernel():
			m.frame.vals[id] = params.ofKernel(p, i, t.Launch, t.Restrict)
		case t.Callable != nil:
			m.frame.vals[id] = params.ofCallable(t.Callable, p, i)
		default:
			m.frame.vals[id] = params.unknown(p)
		}
	}
	m.run(&body.Body)
	out.Steps, out.Incomplete = m.Steps, m.reason
	return out
}

func newMachine(ctx context.Context, t *Task) *machine {
	followed := sampleWarps(warpsIn(t.Block), t.SomeWarps)
	d := lanes.NewDomain(len(followed) * lanes.WarpSize)
	m := &machine{ctx: ctx, kernel: t.Kernel, builder: t.Builder, tracer: t.Tracer, reached: t.Reached,
		maxSteps: t.Effort.Steps, abstractAfter: cmp.Or(t.AbstractAfter, t.Effort.Steps), stepCost: t.StepCost(t.Block), concreteLimit: t.Iterations,
		globals: map[*sema.Variable]*state.Object{}, spare: map[*ir.Func][][]state.Value{}, lasting: map[lasting]*state.Object{}, iterated: map[*ir.Op]bool{}}
	m.Unit, m.Warps = t.Unit, followed
	m.Lanes, m.Block, m.Pointers = d, t.Block, map[*sema.Type]*sema.Type{}
	m.Pointees = map[state.Pointee]*state.Object{}
	m.Recorder = access.NewRecorder(d, t.Block, t.Kernel, m.enclosing)
	m.Recorder.ConstantOnly, m.Recorder.AllWarps = t.ConstantOnly, len(followed) == warpsIn(t.Block)
	truth := make([]lanes.Truth, d.Threads())
	for i := range truth {
		if m.ThreadAt(i) < t.Block.Threads() {
			truth[i] = lanes.True
			m.Threads++
		}
	}
	m.Mask = state.NewMask(truth)
	if !t.ConstantOnly {
		m.Graph = opgraph.NewGraph(m.ActiveShare)
	}
	if t.Launch != nil {
		m.Grid = t.Launch.Grid
	}
	m.SetupBuiltins()
	return m
}
