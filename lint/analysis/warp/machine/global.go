package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// global returns the place of a variable of file, namespace or class scope.
func (m *machine) global(v *sema.Variable) state.Place {
	if o := m.globals[v]; o != nil {
		return m.PlaceOf(o)
	}
	space := v.Space
	if space == sema.NoSpace {
		space = sema.GlobalSpace
	}
	o := m.DataObject(v.Name, space, v.Type)
	o.Variable = v
	m.globals[v] = o
	if v.Init.Valid() && v.Qualifiers&(ast.Const|ast.Constexpr) != 0 && space == sema.GlobalSpace && ir.IsKind(v.Type, sema.Array) {
		m.fillTable(o, v)
	}
	return m.PlaceOf(o)
}

// maxTable bounds the constant tables of which the content is known, in bytes.
const maxTable = 4096

// fillTable gives a constant table the content its initialiser says: nothing can
// write it later.
func (m *machine) fillTable(o *state.Object, v *sema.Variable) {
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
	keep, k, journals := m.frame, m.Mask, m.Journals
	m.Journals = nil // the content stays, also if this is a trial
	truth := make([]lanes.Truth, m.Lanes.Threads())
	for i := range truth {
		truth[i] = lanes.True
	}
	m.Mask = state.NewMask(truth)
	table := m.NewObject(v.Name, v.Type)
	m.frame = &frame{fn: m.kernel, ir: f, vals: make([]state.Value, f.Len())}
	m.frame.vals[f.Params[0]] = m.Address(m.PlaceOf(table))
	m.Trials++
	m.run(&f.Body)
	m.Trials--
	m.frame, m.Mask, m.Journals = keep, k, journals
	o.Table = table
}

// lower returns the body of an instance of a function, nil where there is none.
func (m *machine) lower(inst *ir.Instance) *ir.Func {
	f := m.builder.Lower(inst)
	if m.tracer != nil {
		m.tracer.Lowered(f, inst)
	}
	return f
}
