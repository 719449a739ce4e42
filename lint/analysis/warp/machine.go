package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
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
	trace   *trace // nil unless the result may be shared
	frame   *frame
	spare   map[*ir.Func][][]value // room of frames that are done
	mask    mask
	loops   *loopContext
	// nobody is the mask without threads; maskValues and actives are what the last masks
	// are as values.
	nobody     mask
	maskValues maskCache[*lanes.Value]
	actives    maskCache[[]bool]
	// share is the part of the warps that have an active thread in the mask of shareOf.
	shareOf *lanes.Truth
	share   float64

	journals []recording
	// spareJournals is room of journals that are done.
	spareJournals []journal
	// away are the departures whose threads have not come back, by age; openArms
	// counts the branches and loops under way of which it is not known whether, or
	// how often, they are run.
	away     []*departure
	openArms int
	// dry counts the trial runs under way, during which no access is recorded.
	dry int
	// trips is how often the current statement runs, 0 where that is not known.
	trips int64
	// times is what one execution of it counts for in means: as trips, with 1 for each
	// loop of which it is not known how often it runs.
	times float64

	// thriftySteps is from how many steps on no loop is followed iteration by iteration.
	steps, maxSteps, thriftySteps int
	// stepCost makes a step of a large block count for more.
	stepCost int
	// events is a hash of what decides the figures since a trial began: see note. iterated
	// are the loops of few iterations that were found to need them one by one.
	events uint64
	// executed counts operations, those of loops in closed form as often as they are run.
	executed int
	iterated map[*ir.Op]bool
	// concreteLimit is how many iterations of one loop are run one by one.
	concreteLimit int
	objects       int
	callDepth     int

	// memos are of the loops in the body of the innermost loop that is followed
	// abstractly, nil outside of one: see loopMemo. path says where the machine is, and
	// latest which object a declaration stands for; objects up to oldest were there
	// before the outermost such loop.
	memos  memos
	path   uint64
	latest map[declaration]*object
	oldest int

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
	images   map[imageKey]*object
	pointers map[*sema.Type]*sema.Type // see pointerTo
	rec      *recorder
	// work is what is counted, nil during trials and where nothing is. trying counts
	// the trials that look for stores and barriers, which go to stored and barriers.
	work     *graph
	trying   int
	stored   []*object
	barriers int
	// guards counts the guards that the current code runs under: see guardedBy.
	guards int
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
	// guards is that of the machine where the loop began; leftBy and skippedBy are those
	// that each break, and each continue of this iteration, has added.
	guards, leftBy, skippedBy int
	guarded                   bool // the test before the first iteration is a guard
}

// cancelled is the reason why an analysis is incomplete that nobody waits for any more.
const cancelled = "cancelled"

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
		panic(budgetExceeded{cancelled})
	}
}

// thrifty reports whether the iterations of loops are to be followed all at once from
// here, because so many steps more would exceed what may be spent on them one by one.
func (m *machine) thrifty(more int) bool {
	switch {
	case m.steps+more <= m.thriftySteps:
		return false
	case m.thriftySteps == m.maxSteps:
		panic(budgetExceeded{tooLong})
	}
	return true
}

// A frame is one function call under way.
type frame struct {
	fn *sema.Function
	ir *ir.Func
	// vals are what the operations of the function yielded, by their IDs.
	vals []value
	// at is the operation under way.
	at ir.ID
	// returns are the values returned so far, in order, returned the threads.
	returns  []returned
	returned mask
	left     int // how often threads returned
	departed []*departure
	guards   int // that of the machine at the call
	caller   *frame
	// label is set where the frame is no call, but the code before that label of its caller.
	label string
}

// newFrame returns a frame for a function.
func (m *machine) newFrame(f *ir.Func) *frame {
	fn := f.Instance.Function
	if c := fn.Closure; c != nil {
		fn = c.In
	}
	m.reached[fn], m.reached[f.Instance.Function] = true, true
	if spare := m.spare[f]; len(spare) > 0 {
		vals := spare[len(spare)-1]
		m.spare[f] = spare[:len(spare)-1]
		return &frame{fn: fn, ir: f, vals: vals}
	}
	return &frame{fn: fn, ir: f, vals: make([]value, f.Len())}
}

// reuse gives back the room of a frame that is done.
func (m *machine) reuse(f *frame) {
	clear(f.vals)
	m.spare[f.ir] = append(m.spare[f.ir], f.vals)
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

// convert returns a value converted to a type.
func (m *machine) convert(v value, t *sema.Type) value {
	t = ir.Strip(t)
	if t == nil || ir.Opaque(t) || v.undefined {
		return v
	}
	switch {
	case v.num != nil:
		if n, ok := numeric(t); ok {
			return value{typ: t, num: m.d.Convert(n, v.num), op: m.converted(v, n)}
		}
		if ir.IsKind(t, sema.Pointer) {
			// A number cast to a pointer: a null pointer, or one unknown origin.
			return value{typ: t}
		}
		return value{typ: t}
	case v.ptr != nil:
		if ir.IsKind(t, sema.Pointer) {
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
	if v.typ != nil && !ir.Opaque(v.typ) && v.fn == nil && v.group == nil {
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
