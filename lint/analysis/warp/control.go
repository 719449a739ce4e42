package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// control executes an operation that decides what runs.
func (m *machine) control(o *ir.Op) {
	switch o.Code {
	case ir.OpIf:
		m.executeIf(o)
	case ir.OpArms:
		// As under a condition that is the same for all threads.
		m.branch(m.d.UniformOf(lanes.Bool), m.region(o, 0), m.region(o, 1))
	case ir.OpBlock:
		m.executeBlock(o)
	case ir.OpTry:
		m.run(&o.X.Regions[0])
	case ir.OpLoop:
		m.runLoop(o)
	case ir.OpSwitch:
		m.executeSwitch(o)
	case ir.OpReturn:
		m.executeReturn(o)
	case ir.OpBreak:
		m.leave(exitBreak)
	case ir.OpContinue:
		m.leave(exitContinue)
	case ir.OpGoto:
		if m.frame.label == o.X.Name {
			m.leave(exitReturn)
		} else {
			m.goAstray(o.Node)
		}
	}
}

// executeBlock runs a block. A jump to the label behind it leaves it as a return leaves a
// function.
func (m *machine) executeBlock(o *ir.Op) {
	if o.X.Name == "" {
		m.run(&o.X.Regions[0])
		return
	}
	f := m.frame
	m.runFrame(&frame{ir: f.ir, vals: f.vals, at: f.at, label: o.X.Name}, &o.X.Regions[0])
}

// region returns a function that runs a region of an operation.
func (m *machine) region(o *ir.Op, i int) func() {
	return func() { m.run(&o.X.Regions[i]) }
}

func (m *machine) executeIf(o *ir.Op) {
	cond := m.truthy(m.value(o.A))
	m.work.branchOn(m.work != nil && predicated(o.Node))
	if len(o.X.Regions[1].Ops) == 0 {
		m.branch(cond, m.region(o, 0), nil)
		return
	}
	m.branch(cond, m.region(o, 0), m.region(o, 1))
}

func (m *machine) truthy(v value) *lanes.Value {
	if m.work != nil {
		m.work.last = m.truthNode(v)
	}
	if v.num != nil {
		return m.d.Truthy(v.num)
	}
	// A pointer, or something unknown: in device code this is nearly always the
	// same for all threads, but nothing says so.
	if v.ptr != nil && isUniform(v) {
		return m.d.UniformOf(lanes.Bool)
	}
	return m.d.Opaque(lanes.Bool, false)
}

// executeSwitch interprets a switch as a chain of tests in the order of the labels;
// the section of a label runs on through the following ones until a break.
func (m *machine) executeSwitch(o *ir.Op) {
	ctx := &loopContext{outer: m.loops, isSwitch: true, broke: m.noThreads(), guards: m.guards}
	m.loops = ctx
	m.tryLabels(m.value(o.A), o.X.Cases, 0)
	m.loops = ctx.outer
	m.guards -= ctx.leftBy
	m.rejoin(ctx.onBreak, m.mask.empty())
	m.mask = m.mask.or(ctx.broke)
}

// maxLabels bounds the labels of one switch that are told apart.
const maxLabels = 64

// tryLabels runs the section of label i for the threads whose value is that of
// the label, and goes on with the next label for the others; default is last.
func (m *machine) tryLabels(v value, cases []ir.Case, i int) {
	if i >= len(cases) || i >= maxLabels {
		for j := range cases {
			if cases[j].Default {
				m.runSections(cases[j:])
				return
			}
		}
		return
	}
	if cases[i].Default {
		m.tryLabels(v, cases, i+1)
		return
	}
	c := m.run(&cases[i].Test)
	m.charge(labelCost * m.stepCost)
	cond := m.d.Opaque(lanes.Bool, true)
	if m.work != nil {
		m.work.last = m.work.relation(ast.Equal, Int32, false, m.nodeOf(v), m.nodeOf(c))
		m.work.branchOn(false)
	}
	if v.num != nil && c.num != nil {
		cond = m.d.Equal(lanes.Int64, m.d.Convert(lanes.Int64, v.num), m.d.Convert(lanes.Int64, c.num))
	}
	m.branch(cond, func() { m.runSections(cases[i:]) }, func() { m.tryLabels(v, cases, i+1) })
}

// labelCost is what a label counts for, in operations: the state of all threads is kept
// for each, and merged after it. With less, a switch over the 40 operators of an
// expression tree takes half a minute within the bounds.
const labelCost = 100

// runSections runs what stands behind labels one after the other while threads are left.
func (m *machine) runSections(cases []ir.Case) {
	path := m.path
	m.path = m.pathUnder(uint64(len(cases)))
	for i := range cases {
		m.run(&cases[i].Body)
		if m.mask.empty() {
			break
		}
	}
	m.path = path
}

func (m *machine) executeReturn(o *ir.Op) {
	if o.A == 0 {
		m.leave(exitReturn)
		return
	}
	departed := len(m.frame.departed)
	r := returned{mask: m.mask, val: m.value(o.A)}
	m.leave(exitReturn)
	if len(m.frame.departed) > departed {
		r.from = m.frame.departed[departed]
	}
	m.frame.returns = append(m.frame.returns, r)
}

// returnValue combines what the return statements of a call gave.
func (m *machine) returnValue(f *frame) value {
	if len(f.returns) == 0 {
		return value{typ: typeVoid}
	}
	v := f.returns[len(f.returns)-1].val
	for i := len(f.returns) - 2; i >= 0; i-- {
		r := f.returns[i]
		cond := r.mask.value(m)
		if r.from != nil {
			cond = r.from.condition(m)
		}
		v = m.choose(cond, r.val, v)
		v.literal = false
	}
	return v
}

// maxCallDepth bounds nested calls, maxRecursion calls of one function in itself.
const (
	maxCallDepth = 40
	maxRecursion = 4
)

// call calls a function whose body is in sight.
func (m *machine) call(o *ir.Op) value {
	return m.invoke(o.X.Callee, m.values(o.X.Args), o.Type)
}

// invoke interprets an instance of a function with its arguments; t is the type of the
// result.
func (m *machine) invoke(inst *ir.Instance, args []value, t *sema.Type) value {
	if m.callDepth >= maxCallDepth || m.recursion(inst.Function) >= maxRecursion {
		m.reason = "recursion is not followed"
		m.noteUnseen(inst.Function.Name)
		return m.unknownResult(t)
	}
	body := m.lower(inst)
	if body == nil {
		m.noteUnseen(inst.Function.Name)
		return m.unknownResult(t)
	}
	if inst.Function.Qualifiers&ast.NoInline != 0 {
		escape(args)
	}
	f := m.newFrame(body)
	before, path := m.mask, m.path
	m.path = m.pathUnder(uint64(m.frame.at))
	defer func() { m.path = path }()
	for i, id := range body.Params {
		if i < len(args) {
			f.vals[id] = m.bindParam(body.Op(id), args[i])
		}
	}
	m.mask = before
	m.runBody(f)
	v := m.returnValue(f)
	m.reuse(f)
	if v.typ == nil && v.fn == nil && v.group == nil {
		v.typ = ir.Strip(t)
	}
	return v
}

// noteUnseen notes a call that is not followed.
func (m *machine) noteUnseen(name string) {
	if m.dry == 0 {
		m.rec.unseen[name] = true
	}
}

// unknownResult is what a call returns that is not followed.
func (m *machine) unknownResult(t *sema.Type) value {
	if t == nil {
		return value{typ: typeOther}
	}
	return m.unknown(ir.Strip(t))
}

// escape notes the kernel parameters whose address is passed to a function that
// is not inlined: the compiler copies them to local memory (measured with nvcc
// 13.0: testdata/truth/constant_param.cu).
func escape(args []value) {
	for _, a := range args {
		for _, tg := range a.ptr {
			if tg.obj.space == sema.ParameterSpace {
				tg.obj.escaped = true
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
func (m *machine) bindParam(p *ir.Op, a value) value {
	t := p.Type
	if t != nil && t.Kind == sema.Reference || a.fn != nil || a.group != nil {
		return a
	}
	if ir.Opaque(t) && a.typ != nil {
		t = a.typ
	}
	if ir.IsKind(t, sema.RecordKind) && len(a.ptr) == 1 && a.ptr[0].obj.name == "" && a.ptr[0].obj.tracked() {
		return a // a temporary
	}
	o := m.newObject(p.X.Name, t)
	m.declare(o, p)
	dst := m.placeOf(o)
	switch {
	case ir.IsKind(t, sema.RecordKind):
		m.copyInto(dst, m.placeAt(a, t), ast.Node{})
	case !a.undefined:
		m.store(dst, a, ast.Node{})
	}
	return m.address(dst)
}

// callUnknown stands for a function out of sight. What its arguments point to may
// have changed, and nothing is known of the result. Functions that are not even
// declared in sight are taken to have no references among their parameters.
func (m *machine) callUnknown(name string, args []value, t *sema.Type) value {
	m.noteUnseen(name)
	read := false
	for _, a := range args {
		m.use(a)
		read = read || isRead(a)
	}
	for _, a := range args {
		for _, tg := range a.ptr {
			if tg.obj.tracked() && tg.obj.space == sema.LocalSpace {
				m.smearObject(tg.obj)
			}
		}
	}
	if read {
		return m.readOutOfSight(orOther(ir.Strip(t)))
	}
	return m.unknownResult(t)
}
