package machine

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// ofCallable returns the address of parameter i of a callable: its object is the same
// for all threads, and its first argument may count up from thread to thread.
func (m parameters) ofCallable(c *localflow.Callable, p *ir.Op, i int) state.Value {
	t := ir.Strip(p.Type)
	if i == 0 {
		return m.ofKernel(p, i, nil, "")
	}
	n, ok := ctype.MachineType(t)
	if !ok {
		return m.element(c, p)
	}
	if i == 1 && c.Consecutive {
		x, dim, block := m.Builtins["threadIdx.x"], m.Builtins["blockDim.x"], m.Builtins["blockIdx.x"]
		first := m.Lanes.Mul(n, m.Lanes.Convert(n, block.Num), m.Lanes.Convert(n, dim.Num))
		return m.variable(p.X.Name, t, state.Value{Type: t, Num: m.Lanes.Add(n, first, m.Lanes.Convert(n, x.Num))})
	}
	return m.variable(p.X.Name, t, state.Value{Type: t, Num: m.Lanes.Opaque(n, c.Algorithm != "")})
}

// element returns the address of a parameter of class type of a callable: an algorithm
// passes it elements, which are data.
func (m parameters) element(c *localflow.Callable, p *ir.Op) state.Value {
	v := m.unknown(p)
	if c.Algorithm == "" {
		return v
	}
	o := v.Ptr[0].Object
	other := o.Content
	o.Content = func(off int64, t *sema.Type) state.Value {
		if n, ok := ctype.MachineType(t); ok {
			return state.Value{Type: t, Num: m.Lanes.Opaque(n, true)}
		}
		return other(off, t)
	}
	return v
}

// unknown returns the address of a parameter of a device function without a caller:
// its value may differ from thread to thread.
func (m parameters) unknown(p *ir.Op) state.Value {
	name := p.X.Name
	o := m.NewObject(name, ir.Strip(p.Type))
	o.Content = func(_ int64, t *sema.Type) state.Value {
		if ir.IsKind(t, sema.Pointer) {
			return m.pointer(name, t, sema.Const{})
		}
		return m.Unknown(t)
	}
	return m.Address(m.PlaceOf(o))
}
