package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// global returns the place of a variable of file, namespace or class scope.
func (m *machine) global(v *sema.Variable) place {
	if o := m.globals[v]; o != nil {
		return m.placeOf(o)
	}
	space := v.Space
	if space == sema.NoSpace {
		space = sema.GlobalSpace
	}
	o := m.dataObject(v.Name, space, v.Type)
	o.variable = v
	m.globals[v] = o
	if v.Init.Valid() && v.Qualifiers&(ast.Const|ast.Constexpr) != 0 && space == sema.GlobalSpace && ir.IsKind(v.Type, sema.Array) {
		m.fillTable(o, v)
	}
	return m.placeOf(o)
}

// maxTable bounds the constant tables of which the content is known, in bytes.
const maxTable = 4096

// fillTable gives a constant table the content its initialiser says: nothing can
// write it later.
func (m *machine) fillTable(o *object, v *sema.Variable) {
	if v.Type.Size > maxTable || !v.Init.Is(ast.InitializerList) {
		return
	}
	f := m.builder.LowerInitializer(v)
	if m.tracer != nil && f != nil {
		m.tracer.LoweredInitializer(f, v)
	}
	if f == nil {
		return
	}
	keep, k, journals := m.frame, m.mask, m.journals
	m.journals = nil // the content stays, also if this is a trial
	truth := make([]lanes.Truth, m.d.Threads())
	for i := range truth {
		truth[i] = lanes.True
	}
	m.mask = newMask(truth)
	table := m.newObject(v.Name, v.Type)
	m.frame = &frame{fn: m.kernel, ir: f, vals: make([]value, f.Len())}
	m.frame.vals[f.Params[0]] = m.address(m.placeOf(table))
	m.dry++
	m.run(&f.Body)
	m.dry--
	m.frame, m.mask, m.journals = keep, k, journals
	o.table = table
}

// lower returns the body of an instance of a function, nil where there is none.
func (m *machine) lower(inst *ir.Instance) *ir.Func {
	f := m.builder.Lower(inst)
	if m.tracer != nil {
		m.tracer.Lowered(f, inst)
	}
	return f
}
