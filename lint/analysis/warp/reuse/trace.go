package reuse

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Trace lists the bodies that an analysis executed, in order.
type Trace struct {
	digester *Digester
	steps    []step
	bodies   []*ir.Func
	known    map[*ir.Func]bool
	tables   map[*sema.Variable]bool
	// open is set where the result depends on more than the bodies.
	open bool
}

// A step is how an execution reached a body: by an operation of an earlier body. The first step
// is the root, which no operation refers to.
type step struct {
	body        int32
	id          ir.ID
	initializer bool // that of the variable of the operation
	digest      uint64
}

// Lowered notes a body, nil where there is none for an instance.
func (t *Trace) Lowered(f *ir.Func, inst *ir.Instance) {
	switch {
	case f == nil:
		t.open = t.open || inst.Function.Body.Valid() // beyond the limits of the unit
	case t.open || t.known[f]:
	case len(t.bodies) == 0:
		t.add(f, step{})
	default:
		t.find(f, func(x *ir.Extra) bool { return x.Callee == inst })
	}
}

// ReadText notes that more than bodies decides the result.
func (t *Trace) ReadText() { t.open = true }

// LoweredInitializer notes the initializer of a variable.
func (t *Trace) LoweredInitializer(f *ir.Func, v *sema.Variable) {
	if t.open || t.tables[v] {
		return
	}
	if t.tables == nil {
		t.tables = map[*sema.Variable]bool{}
	}
	t.tables[v] = true
	from := len(t.steps)
	t.find(f, func(x *ir.Extra) bool { return x.Variable == v })
	if len(t.steps) > from {
		t.steps[from].initializer = true
	}
}

// find adds a body that an operation refers to.
func (t *Trace) find(f *ir.Func, refers func(*ir.Extra) bool) {
	for i := len(t.bodies) - 1; i >= 0; i-- {
		b := t.bodies[i]
		for id := 1; id < b.Len(); id++ {
			if x := b.Op(ir.ID(id)).X; x != nil && refers(x) {
				t.add(f, step{body: int32(i), id: ir.ID(id)})
				return
			}
		}
	}
	t.open = true
}

func (t *Trace) add(f *ir.Func, s step) {
	ok := false
	if s.digest, ok = t.digester.body(f); !ok {
		t.open = true
		return
	}
	if t.known == nil {
		t.known = map[*ir.Func]bool{}
	}
	t.known[f] = true
	t.steps, t.bodies = append(t.steps, s), append(t.bodies, f)
}

// replay returns the bodies of a trace in the unit of a digester, nil where some body is
// another one.
func (d *Digester) replay(root *ir.Instance, steps []step) []*ir.Func {
	bodies := make([]*ir.Func, 0, len(steps))
	for i, s := range steps {
		var f *ir.Func
		switch {
		case i == 0:
			f = d.builder.Lower(root)
		case s.initializer:
			f = d.builder.LowerInitializer(bodies[s.body].Op(s.id).X.Variable)
		default:
			f = d.builder.Lower(bodies[s.body].Op(s.id).X.Callee)
		}
		if f == nil {
			return nil
		}
		if digest, ok := d.body(f); !ok || digest != s.digest {
			return nil
		}
		bodies = append(bodies, f)
	}
	return bodies
}

// tracePlaces say where nodes, variables and functions are in the bodies of a trace.
type tracePlaces struct {
	nodes     map[ast.Node]opPlace
	variables map[*sema.Variable]opPlace
	functions map[*sema.Function]int32
}

func (t *Trace) places() tracePlaces {
	p := tracePlaces{map[ast.Node]opPlace{}, map[*sema.Variable]opPlace{}, map[*sema.Function]int32{}}
	for i, f := range t.bodies {
		body := int32(i)
		if t.steps[i].initializer {
			continue
		}
		if w := textOwner(f); p.functions[w] == 0 {
			p.functions[w] = body + 1
		}
		for id := ir.ID(1); int(id) < f.Len(); id++ {
			o := f.Op(id)
			p.note(o.Node, opPlace{body, id, false})
			if o.X != nil {
				p.note(o.X.From, opPlace{body, id, true})
				if v := o.X.Variable; v != nil {
					p.variables[v] = opPlace{body, id, false}
				}
			}
		}
	}
	return p
}

func (p *tracePlaces) note(n ast.Node, at opPlace) {
	if n = n.Origin(); n.Valid() {
		if _, known := p.nodes[n]; !known {
			p.nodes[n] = at
		}
	}
}
