package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

func (m *machine) executeReturn(o *ir.Op) {
	if o.A == 0 {
		m.leave(opgraph.ExitReturn)
		return
	}
	departed := len(m.frame.departed)
	r := returned{mask: m.Mask, val: m.value(o.A)}
	m.leave(opgraph.ExitReturn)
	if len(m.frame.departed) > departed {
		r.from = m.frame.departed[departed]
	}
	m.frame.returns = append(m.frame.returns, r)
}

// returnValue combines what the return statements of a call gave.
func (m *machine) returnValue(f *frame) state.Value {
	if len(f.returns) == 0 {
		return state.Value{Type: ctype.TypeVoid}
	}
	v := f.returns[len(f.returns)-1].val
	for i := len(f.returns) - 2; i >= 0; i-- {
		r := f.returns[i]
		cond := r.mask.Value(&m.Memory)
		if r.from != nil {
			cond = r.from.Condition(&m.Memory)
		}
		v = m.Choose(cond, r.val, v)
		v.Literal = false
	}
	return v
}

// maxCallDepth bounds nested calls, maxRecursion calls of one function in itself.
const (
	maxCallDepth = 40
	maxRecursion = 4
)

// call calls a function whose body is in sight.
func (m *machine) call(o *ir.Op) state.Value {
	return m.invoke(o.X.Callee, m.values(o.X.Args), o.Type)
}

// invoke interprets an instance of a function with its arguments; t is the type of the
// result.
func (m *machine) invoke(inst *ir.Instance, args []state.Value, t *sema.Type) state.Value {
	if m.callDepth >= maxCallDepth || m.recursion(inst.Function) >= maxRecursion {
		m.reason = "recursion is not followed"
		m.noteUnseen(inst.Function.Name)
		return m.UnknownResult(t)
	}
	body := m.lower(inst)
	if body == nil {
		m.noteUnseen(inst.Function.Name)
		return m.UnknownResult(t)
	}
	if inst.Function.Qualifiers&ast.NoInline != 0 {
		escape(args)
	}
	f := m.newFrame(body)
	before, path := m.Mask, m.path
	m.path = m.pathUnder(uint64(m.frame.at))
	defer func() { m.path = path }()
	for i, id := range body.Params {
		if i < len(args) {
			f.vals[id] = m.bindParam(body.Op(id), args[i])
		}
	}
	m.Mask = before
	m.runBody(f)
	v := m.returnValue(f)
	m.reuse(f)
	if v.Type == nil && v.Func == nil && v.Group == nil {
		v.Type = ir.Strip(t)
	}
	return v
}

// noteUnseen notes the name of a function that is called but not executed.
func (m *machine) noteUnseen(name string) {
	if m.Trials == 0 {
		m.Recorder.Unseen[name] = true
	}
}

// escape marks the kernel parameters whose address is passed to a function that
// is not inlined: the compiler copies them to local memory (measured with nvcc
// 13.0: testdata/truth/constant_param.cu).
func escape(args []state.Value) {
	for _, a := range args {
		for _, tg := range a.Ptr {
			if tg.Object.Space == sema.ParameterSpace {
				tg.Object.Escaped = true
			}
		}
	}
}

func (m *machine) recursion(fn *sema.Function) int {
	n := 0
	for f := m.frame; f != nil; f = f.caller {
		if f.fn == fn {
			n++
		}
	}
	return n
}

// bindParam returns the address of a parameter. References refer to the argument;
// everything else is a copy.
func (m *machine) bindParam(p *ir.Op, a state.Value) state.Value {
	t := p.Type
	if t != nil && t.Kind == sema.Reference || a.Func != nil || a.Group != nil {
		return a
	}
	if ir.Opaque(t) && a.Type != nil {
		t = a.Type
	}
	if ir.IsKind(t, sema.RecordKind) && len(a.Ptr) == 1 && a.Ptr[0].Object.Name == "" && a.Ptr[0].Object.Tracked() {
		return a // a temporary
	}
	o := m.NewObject(p.X.Name, t)
	m.declare(o, p)
	dst := m.PlaceOf(o)
	switch {
	case ir.IsKind(t, sema.RecordKind):
		m.CopyInto(dst, m.PlaceAt(a, t), ast.Node{})
	case !a.Undefined:
		m.Store(dst, a, ast.Node{})
	}
	return m.Address(dst)
}

// enclosing returns the function whose source is executed.
func (m *machine) enclosing() *sema.Function {
	for f := m.frame; f != nil; f = f.caller {
		if f.fn != nil {
			return f.fn
		}
	}
	return m.kernel
}

// maxNameDepth bounds how deep nameOf looks into an expression.
const maxNameDepth = 8

// nameOf returns the name of the variable, member or parameter that an operation reads; of a
// parameter of a function that is called, what the caller passes. It is "" for any other.
func (m *machine) nameOf(f *frame, id ir.ID) string {
	for range maxNameDepth {
		o := f.ir.Op(id)
		switch o.Code {
		case ir.OpLoad, ir.OpConvert, ir.OpIndex, ir.OpAddress, ir.OpBind:
			id = o.A
			continue
		case ir.OpMember:
			return o.X.Field.Name
		case ir.OpVar:
			return o.X.Name
		case ir.OpGlobal:
			return o.X.Variable.Name
		case ir.OpParam:
			if f.caller != nil {
				call := f.caller.ir.Op(f.caller.at)
				for i, p := range f.ir.Params {
					if p == id && call.Code == ir.OpCall && i < len(call.X.Args) {
						return m.nameOf(f.caller, call.X.Args[i])
					}
				}
			}
			return o.X.Name
		}
		break
	}
	return ""
}

// RunBody interprets the body of a call in a frame made for it.
func (m *machine) runBody(f *frame) {
	youngest := m.Objects
	m.runFrame(f, &f.ir.Body)
	m.Unexpose(youngest)
}

// runFrame interprets a region in a frame made for it. Its threads go on together after it.
func (m *machine) runFrame(f *frame, r *ir.Region) {
	caller, loops, before := m.frame, m.loops, m.Mask
	f.caller, f.guards = caller, m.Recorder.Guards
	m.frame, m.loops = f, nil
	m.callDepth++
	var called opgraph.Region
	if m.Graph != nil {
		called = m.Graph.Region()
	}
	m.run(r)
	m.Graph.RejoinBlock(called)
	m.Rejoin(f.departed, m.Mask.Empty())
	m.callDepth--
	m.frame, m.loops, m.Mask, m.Recorder.Guards = caller, loops, before, f.guards
}

// returned is one executed return statement.
type returned struct {
	mask state.Mask
	from *state.Departure // nil: every thread of the mask
	val  state.Value
}

// A frame is one function call under way.
type frame struct {
	fn *sema.Function
	ir *ir.Func
	// vals are what the operations of the function yielded, by their IDs.
	vals []state.Value
	// at is the operation under way.
	at ir.ID
	// returns are the values returned so far, in order, returned the threads.
	returns  []returned
	returned state.Mask
	left     int // how often threads returned
	departed []*state.Departure
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
	return &frame{fn: fn, ir: f, vals: make([]state.Value, f.Len())}
}

// reuse gives back the room of a frame that is done.
func (m *machine) reuse(f *frame) {
	clear(f.vals)
	m.spare[f.ir] = append(m.spare[f.ir], f.vals)
}
