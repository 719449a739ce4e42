package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

func (m *machine) callPlaces(n ast.Node, candidates []*sema.Function, explicit []sema.TemplateArg, args []place, types []*sema.Type, this *place) value {
	var device []*sema.Function
	for _, f := range candidates {
		if f.Qualifiers&ast.Host == 0 || f.Qualifiers&ast.Device != 0 {
			device = append(device, f)
		}
	}
	if len(device) > 0 {
		candidates = device
	}
	scope := m.frame.scope
	if this != nil {
		if t := strip(this.typ); t != nil && t.Record != nil && t.Record.Scope != nil {
			scope = t.Record.Scope
			if t.Record.Bindings != nil {
				scope = scope.With(t.Record.Bindings)
			}
		}
	}
	fn, bindings := scope.Resolve(candidates, explicit, types)
	if fn == nil && len(candidates) == 1 {
		fn = candidates[0]
	}
	if fn == nil || !fn.Body.Valid() {
		vals := make([]value, len(args))
		for i := range args {
			vals[i] = m.load(args[i], args[i].node)
		}
		for _, f := range candidates {
			m.smearReferences(f, args)
		}
		return m.callUnknown(vals)
	}
	return m.invoke(fn, bindings, args, this)
}

// smearReferences gives up what a function without a body may change through its
// parameters that are references.
func (m *machine) smearReferences(f *sema.Function, args []place) {
	for i, p := range f.Params {
		t := f.Scope.ParamType(p)
		if i < len(args) && args[i].num == nil && t != nil && t.Kind == sema.Reference && p.Node.Qualifiers()&ast.Const == 0 {
			m.smearPlace(args[i])
		}
	}
}

// invoke interprets a function's body with arguments bound.
func (m *machine) invoke(fn *sema.Function, bindings *sema.Bindings, args []place, this *place) value {
	if m.callDepth >= maxCallDepth || m.recursion(fn) >= maxRecursion {
		m.reason = "recursion is not followed"
		return value{typ: typeOther}
	}
	scope := fn.Scope
	if this != nil {
		if t := strip(this.typ); t != nil && t.Record != nil && t.Record.Bindings != nil {
			scope = scope.With(t.Record.Bindings)
		}
	}
	if fn.Qualifiers&ast.NoInline != 0 {
		m.escape(args)
	}
	f := m.newFrame(fn, scope, bindings)
	f.this = this
	before := m.mask
	for i, p := range fn.Params {
		var a place
		given := i < len(args)
		if given {
			a = args[i]
		}
		m.bindParam(f, p, a, given)
	}
	f.result = f.scope.ResultType(fn)
	m.mask = before
	m.runBody(f, fn.Body)
	return m.returnValue(f)
}

// escape notes the kernel parameters whose address is passed to a function that
// is not inlined: the compiler copies them to local memory (measured with nvcc
// 13.0: testdata/truth/constant_param.cu).
func (m *machine) escape(args []place) {
	for _, a := range args {
		if a.num == nil {
			continue
		}
		for _, tg := range a.num.ptr {
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

// bindParam binds one parameter of a call. References refer to the argument;
// everything else is a copy.
func (m *machine) bindParam(f *frame, p sema.Param, a place, given bool) {
	t := f.scope.ParamType(p)
	if p.Name == "" {
		return
	}
	if !given {
		keep := m.frame
		m.frame = f
		v := m.unknown(t)
		if p.Default.Valid() {
			v = m.initialValue(t, p.Default)
		}
		m.frame = keep
		a = place{typ: v.typ, num: &v}
	}
	if a.node.Is(ast.InitializerList) && a.num == nil && len(a.targets) == 0 {
		v := m.initialize(strip(t), a.node)
		a = m.asPlace(v)
	}
	if a.num != nil && (a.num.fn != nil || a.num.group != nil) {
		v := *a.num
		f.bind(p.Name, &binding{val: &v})
		return
	}
	if t != nil && t.Kind == sema.Reference {
		if a.num != nil {
			a = m.asPlace(m.convert(*a.num, t.Elem))
		}
		if a.typ == nil || opaque(a.typ) {
			a.typ = t.Elem
		}
		f.bind(p.Name, &binding{place: a})
		return
	}
	v := m.load(a, a.node)
	if v.group != nil || v.fn != nil {
		f.bind(p.Name, &binding{val: &v})
		return
	}
	if opaque(t) && v.typ != nil {
		t = v.typ
	}
	o := m.newObject(p.Name, t)
	dst := m.placeOf(o)
	f.bind(p.Name, &binding{place: dst})
	keep := m.mask
	if v.mem != nil {
		m.copyInto(dst, *v.mem, a.node)
	} else if !v.undefined {
		m.store(dst, v, ast.Node{})
	}
	m.mask = keep
}

// callUnknown stands for a function out of sight. What its arguments point to may
// have changed, and nothing is known of the result. Functions that are not even
// declared in sight are taken to have no references among their parameters.
func (m *machine) callUnknown(args []value) value {
	m.consume(args...)
	for _, a := range args {
		m.use(a)
	}
	for _, a := range args {
		for _, tg := range a.ptr {
			if tg.obj.tracked() && tg.obj.space == sema.LocalSpace {
				m.smearObject(tg.obj)
			}
		}
	}
	return value{typ: typeOther}
}
