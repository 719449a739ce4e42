package warp

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
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
	expanding     int

	// astray is set after a goto, which is not followed: no figure is known from there.
	astray bool
	// exposed are the variables whose address was taken.
	exposed []*object
	globals map[*sema.Variable]*object
	// pointees are the objects that pointers of unknown origin point to, by where
	// the pointer was read.
	pointees map[pointee]*object
	builtins map[string]value
	rec      *recorder
	// work is what is counted, nil during trials and where nothing is. trying counts
	// the trials that look for stores and barriers, which go to stored and barriers.
	work     *graph
	trying   int
	stored   []*object
	barriers int
	// pragma is what #pragma unroll said last: see loop.unroll.
	pragma int
	// constantOnly leaves accesses of other memory out of the record.
	constantOnly bool
	// reached are the functions interpreted so far.
	reached map[*sema.Function]bool
	byName  map[string][]*sema.Function
	reason  string
}

type pointee struct {
	obj *object
	off int64
}

// A frame is one function call under way.
type frame struct {
	fn    *sema.Function
	scope *sema.Scope
	vars  []scopeVars
	this  *place
	// returns are the values returned so far, in order, returned the threads.
	returns  []returned
	returned mask
	left     int // how often threads returned
	departed []*departure
	result   *sema.Type
	outer    *frame // of a lambda: the frame it was written in
	caller   *frame
}

// returned is one executed return statement.
type returned struct {
	mask mask
	from *departure // nil: every thread of the mask
	val  value
}

type scopeVars map[string]*binding

// A binding is what a name declared in a body means.
type binding struct {
	place place
	typ   *sema.Type // of a local type
	val   *value     // of a name that is no object: a lambda, a group
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

func (f *frame) push() { f.vars = append(f.vars, scopeVars{}) }
func (f *frame) pop()  { f.vars = f.vars[:len(f.vars)-1] }

// lookup returns the innermost binding of a name.
func (f *frame) lookup(name string) *binding {
	for g := f; g != nil; g = g.outer {
		for i := len(g.vars) - 1; i >= 0; i-- {
			if b := g.vars[i][name]; b != nil {
				return b
			}
		}
	}
	return nil
}

func (f *frame) bind(name string, b *binding) { f.vars[len(f.vars)-1][name] = b }

// newFrame returns a frame whose scope sees its local names.
func (m *machine) newFrame(fn *sema.Function, scope *sema.Scope, b *sema.Bindings) *frame {
	f := &frame{fn: fn}
	m.reached[fn] = true
	inner := &sema.Scope{Unit: m.unit, Outer: scope, Bindings: b}
	inner.Local = func(name string) (sema.LocalName, bool) { return m.localName(f, name) }
	f.scope = inner
	f.push()
	return f
}

// localName tells sema what a name in a body means.
func (m *machine) localName(f *frame, name string) (sema.LocalName, bool) {
	b := f.lookup(name)
	switch {
	case b == nil:
		return sema.LocalName{}, false
	case b.typ != nil:
		return sema.LocalName{IsType: true, Type: b.typ}, true
	case b.val != nil:
		return sema.LocalName{Type: b.val.typ}, true
	}
	local := sema.LocalName{Type: b.place.typ}
	if len(b.place.targets) == 1 && b.place.targets[0].obj.tracked() {
		o := b.place.targets[0].obj
		if off, ok := b.place.targets[0].off.Constant(); ok {
			if i := o.state.find(off); i >= 0 {
				local.Value = constantOf(o.state.cells[i].val)
			}
		}
	}
	return local, true
}

// constantOf returns a value as a constant where it is one.
func constantOf(v value) sema.Const {
	if v.num == nil || v.typ == nil {
		return sema.Const{}
	}
	if x, ok := v.num.Constant(); ok {
		return sema.Const{Type: v.typ, Int: x}
	}
	if v.num.Type.Float && v.num.IsUniform() {
		if x, ok := v.num.FloatAt(0); ok {
			return sema.Const{Type: v.typ, Float: x}
		}
	}
	return sema.Const{}
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
		if isKind(t, sema.RecordKind) {
			return m.construct(t, []value{v}, ast.Node{})
		}
		return value{typ: t}
	case v.ptr != nil:
		if isKind(t, sema.Pointer) {
			return value{typ: t, ptr: v.ptr, op: v.op}
		}
		if n, ok := numeric(t); ok {
			if n == lanes.Bool {
				return value{typ: t, num: m.d.Const(n, 1)}
			}
			// The address itself: distances inside one object are kept.
			return value{typ: t, num: m.addressOf(n, v.ptr), op: v.op}
		}
	case v.mem != nil:
		if !isKind(t, sema.RecordKind) {
			if conv, ok := m.conversionOperator(v, t); ok {
				return conv
			}
		}
	}
	if v.typ != nil && !opaque(v.typ) && v.fn == nil && v.group == nil && v.mem == nil {
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
