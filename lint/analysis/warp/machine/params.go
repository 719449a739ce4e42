package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// callableParam returns the address of parameter i of a callable: its object is the same
// for all threads, and its first argument may count up from thread to thread.
func (m *machine) callableParam(c *sema.Callable, p *ir.Op, i int) value {
	t := ir.Strip(p.Type)
	if i == 0 {
		return m.kernelParam(p, i, nil, "")
	}
	n, ok := machineType(t)
	if !ok {
		return m.elementParam(c, p)
	}
	if i == 1 && c.Consecutive {
		x, dim, block := m.builtins["threadIdx.x"], m.builtins["blockDim.x"], m.builtins["blockIdx.x"]
		first := m.d.Mul(n, m.d.Convert(n, block.num), m.d.Convert(n, dim.num))
		return m.paramVariable(p.X.Name, t, value{typ: t, num: m.d.Add(n, first, m.d.Convert(n, x.num))})
	}
	return m.paramVariable(p.X.Name, t, value{typ: t, num: m.d.Opaque(n, c.Algorithm != "")})
}

// elementParam returns the address of a parameter of class type of a callable: an algorithm
// passes it elements, which are data.
func (m *machine) elementParam(c *sema.Callable, p *ir.Op) value {
	v := m.unknownParam(p)
	if c.Algorithm == "" {
		return v
	}
	o := v.ptr[0].obj
	other := o.content
	o.content = func(off int64, t *sema.Type) value {
		if n, ok := machineType(t); ok {
			return value{typ: t, num: m.d.Opaque(n, true)}
		}
		return other(off, t)
	}
	return v
}

// unknownParam returns the address of a parameter of a device function without a caller:
// its value may differ from thread to thread.
func (m *machine) unknownParam(p *ir.Op) value {
	name := p.X.Name
	o := m.newObject(name, ir.Strip(p.Type))
	o.content = func(_ int64, t *sema.Type) value {
		if ir.IsKind(t, sema.Pointer) {
			return m.pointerParam(name, t, sema.Const{})
		}
		return m.unknown(t)
	}
	return m.address(m.placeOf(o))
}
