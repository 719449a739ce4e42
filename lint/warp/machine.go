package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// A machine interprets one kernel for one thread block.
type machine struct {
	ctx   context.Context
	unit  *sema.Unit
	d     *lanes.Domain
	block Block
	// warps are the warps of the block that are followed, threads the number of
	// threads in them; the domain rounds it up to whole warps.
	warps   []int
	threads int
	grid    [3]int64 // 0 where not known
	kernel  *sema.Function
	builder *ir.Builder
	frame   *frame
	mask    mask
	loops   *loopContext

	journals []journal
	// away are the departures whose threads have not come back, by age; openArms
	// counts the branches and loops under way of which it is not known whether, or
	// how often, they are run.
	away     []*departure
	openArms int
	// dry counts the trial runs under way, during which no access is recorded.
	dry int
	// trips is how often the current statement runs, 0 where that is not known.
	trips int64

	steps, maxSteps int
	// stepCost makes a step of a large block count for more.
	stepCost int
	// concreteLimit is how many iterations of one loop are run one by one.
	concreteLimit int
	depth         int
	objects       int
	callDepth     int

	// astray is set after a goto, which is not followed: no figure is known from there.
	astray bool
	// exposed are the variables whose address was taken.
	exposed []*object
	globals map[*sema.Variable]*object
	// pointees are the objects that pointers of unknown origin point to, by where
	// the pointer was read.
	pointees map[pointee]*object
	builtins map[string]value
	lasting  map[lasting]*object
	pointers map[*sema.Type]*sema.Type // see pointerTo
	rec      *recorder
	// work is what is counted, nil during trials and where nothing is. trying counts
	// the trials that look for stores and barriers, which go to stored and barriers.
	work     *graph
	trying   int
	stored   []*object
	barriers int
	// constantOnly leaves accesses of other memory out of the record.
	constantOnly bool
	// reached are the functions interpreted so far.
	reached map[*sema.Function]bool
	reason  string
}

type pointee struct {
	obj *object
	off int64
}

// returned is one executed return statement.
type returned struct {
	mask mask
	from *departure // nil: every thread of the mask
	val  value
}

// A loopContext collects the threads that leave the body of a loop or a switch.
type loopContext struct {
	outer             *loopContext
	isSwitch          bool
	broke, continued  mask
	onBreak, onRepeat []*departure
}

// budgetExceeded is panicked with when a kernel takes too long to interpret.
type budgetExceeded struct{ reason string }

// charge counts work besides the evaluation of expressions.
func (m *machine) charge(n int) { m.steps += n }

func (m *machine) step() {
	m.steps += m.stepCost
	if m.steps > m.maxSteps {
		panic(budgetExceeded{tooLong})
	}
	if m.steps/m.stepCost&0x3ff == 0 && m.ctx.Err() != nil {
		panic(budgetExceeded{"cancelled"})
	}
}

// A frame is one function call under way.
type frame struct {
	fn *sema.Function
	ir *ir.Func
	// vals are what the operations of the function yielded, by their IDs.
	vals []value
	// returns are the values returned so far, in order, returned the threads.
	returns  []returned
	returned mask
	left     int // how often threads returned
	departed []*departure
	caller   *frame
}

// newFrame returns a frame for a function.
func (m *machine) newFrame(f *ir.Func) *frame {
	fn := f.Instance.Function
	if c := fn.Closure; c != nil {
		fn = c.In
	}
	m.reached[fn], m.reached[f.Instance.Function] = true, true
	return &frame{fn: fn, ir: f, vals: make([]value, f.Len())}
}

// constant returns a constant as a value.
func (m *machine) constant(c sema.Const) value {
	n, ok := numeric(c.Type)
	if !ok {
		return m.unknown(c.Type)
	}
	if n.Float {
		return value{typ: c.Type, num: m.d.ConstFloat(n, c.Float), op: m.constNode(n, 0, c.Float)}
	}
	return value{typ: c.Type, num: m.d.Const(n, c.Int), op: m.constNode(n, n.Wrap(c.Int), 0)}
}

func (m *machine) intValue(x int64) value {
	return value{typ: typeInt, num: m.d.Const(lanes.Int32, x), op: m.constNode(lanes.Int32, x, 0)}
}

// convert returns a value converted to a type.
func (m *machine) convert(v value, t *sema.Type) value {
	t = strip(t)
	if t == nil || opaque(t) || v.undefined {
		return v
	}
	switch {
	case v.num != nil:
		if n, ok := numeric(t); ok {
			return value{typ: t, num: m.d.Convert(n, v.num), op: m.converted(v, n)}
		}
		if isKind(t, sema.Pointer) {
			// A number cast to a pointer: a null pointer, or one unknown origin.
			return value{typ: t}
		}
		return value{typ: t}
	case v.ptr != nil:
		if isKind(t, sema.Pointer) {
			return value{typ: t, ptr: v.ptr, op: v.op, literal: v.literal}
		}
		if n, ok := numeric(t); ok {
			if n == lanes.Bool {
				return value{typ: t, num: m.d.Const(n, 1)}
			}
			// The address itself: distances inside one object are kept.
			return value{typ: t, num: m.addressOf(n, v.ptr), op: v.op}
		}
	}
	if v.typ != nil && !opaque(v.typ) && v.fn == nil && v.group == nil {
		v.typ = t
	}
	return v
}

// addressOf returns a pointer as a number: an unknown but shared base plus the
// offset.
func (m *machine) addressOf(n lanes.Type, p []target) *lanes.Value {
	if len(p) != 1 {
		return m.d.Unknown(n)
	}
	base := m.d.Mul(n, m.d.Uniform(n, 0, 1<<40), m.d.Const(lanes.Int64, 256))
	return m.d.Add(n, base, p[0].off)
}
