package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// named returns what a name refers to.
func (m *machine) named(n ast.Node) place {
	name := n.Text()
	if n.Is(ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier) {
		if b := m.frame.lookup(name); b != nil && b.typ == nil {
			if b.val != nil {
				return place{typ: b.val.typ, num: b.val}
			}
			return b.place
		}
		if this := m.frame.this; this != nil {
			if r := strip(this.typ).Record; r != nil {
				if f, ok := r.FieldNamed(name); ok {
					return m.member(*this, f)
				}
			}
		}
	}
	if e, ok := m.expandExpression(n); ok {
		m.expanding++
		defer func() { m.expanding-- }()
		return m.place(e)
	}
	if v := m.frame.scope.Variable(n); v != nil {
		return m.global(v)
	}
	if v, ok := m.builtinName(name); ok {
		return m.asPlace(v)
	}
	if c := m.frame.scope.Const(n); c.Known() {
		v := m.constant(c)
		return place{typ: v.typ, num: &v}
	}
	if fns, explicit := m.frame.scope.FunctionsNamed(n); len(fns) > 0 {
		return place{num: &value{fn: &callable{functions: fns, explicit: explicit}}}
	}
	if t, ok := m.templateValue(name); ok {
		return place{typ: t.typ, num: &t}
	}
	return place{typ: typeOther}
}

// templateValue returns a template parameter whose argument is not known: the
// same number for all threads.
func (m *machine) templateValue(name string) (value, bool) {
	for f := m.frame; f != nil && f.fn != nil; f = f.outer {
		params := f.fn.TemplateParams
		if f.fn.Record != nil {
			params = append(params[:len(params):len(params)], f.fn.Record.TemplateParams...)
		}
		for _, p := range params {
			if p.Name == name && !p.IsType {
				t := f.scope.Type(p.Type)
				n, ok := numeric(t)
				if !ok {
					t, n = typeInt, lanes.Int32
				}
				key := "template " + name
				if v, ok := m.builtins[key]; ok {
					return v, true
				}
				v := value{typ: t, num: m.d.UniformOf(n)}
				m.builtins[key] = v
				return v, true
			}
		}
	}
	return value{}, false
}

// global returns the place of a variable of file, namespace or class scope.
func (m *machine) global(v *sema.Variable) place {
	if o := m.globals[v]; o != nil {
		return m.placeOf(o)
	}
	if v.Space == sema.NoSpace || v.Qualifiers&(ast.Const|ast.Constexpr) != 0 && v.Space != sema.ConstantSpace && v.Space != sema.SharedSpace {
		if c := m.frame.scope.Const(v.Node); c.Known() {
			val := m.constant(c)
			return place{typ: val.typ, num: &val}
		}
	}
	space := v.Space
	if space == sema.NoSpace {
		space = sema.GlobalSpace
	}
	o := m.dataObject(v.Name, space, v.Type)
	o.variable = v
	m.globals[v] = o
	if v.Init.Valid() && v.Qualifiers&(ast.Const|ast.Constexpr) != 0 && space == sema.GlobalSpace && isKind(v.Type, sema.Array) {
		m.fillTable(o, v)
	}
	return m.placeOf(o)
}

// fillTable gives a constant table the content its initialiser says: nothing can
// write it later.
func (m *machine) fillTable(o *object, v *sema.Variable) {
	if v.Type.Size > 4096 || !v.Init.Is(ast.InitializerList) {
		return
	}
	keep, k, journals := m.frame, m.mask, m.journals
	m.journals = nil // the content stays, also if this is a trial
	truth := make([]lanes.Truth, m.d.Threads())
	for i := range truth {
		truth[i] = lanes.True
	}
	m.mask = newMask(truth)
	m.frame = m.newFrame(m.kernel, v.Scope, nil)
	m.dry++
	init := m.initialize(v.Type, v.Init)
	m.dry--
	m.frame, m.mask, m.journals = keep, k, journals
	if init.mem != nil && len(init.mem.targets) == 1 {
		table := init.mem.targets[0].obj
		o.table = table
	}
}
