package machine

import (
	"fmt"
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// run executes the operations of a region for the active threads and returns what it
// yields.
func (m *machine) run(r *ir.Region) state.Value {
	for _, id := range r.Ops {
		if m.Mask.Empty() {
			break
		}
		m.step()
		m.frame.at = id
		m.frame.vals[id] = m.execute(m.frame.ir.Op(id))
	}
	return m.frame.vals[r.Value]
}

// value returns what an operation yielded.
func (m *machine) value(id ir.ID) state.Value { return m.frame.vals[id] }

// values returns the arguments of an operation.
func (m *machine) values(ids []ir.ID) []state.Value {
	out := make([]state.Value, len(ids))
	for i, id := range ids {
		out[i] = m.value(id)
	}
	return out
}

// execute executes one operation for the active threads and returns its value.
func (m *machine) execute(o *ir.Op) state.Value {
	m.executed++
	switch o.Code {
	case ir.OpConst, ir.OpNull, ir.OpString, ir.OpSpecial, ir.OpTemplateValue, ir.OpUnknown, ir.OpFunction:
		return m.leaf(o)
	case ir.OpVar, ir.OpGlobal, ir.OpMember, ir.OpBase, ir.OpIndex, ir.OpAddress, ir.OpBind:
		return m.addressed(o)
	case ir.OpLoad, ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		return m.access(o)
	case ir.OpConvert, ir.OpTruth, ir.OpUnary, ir.OpBinary, ir.OpDistance, ir.OpLogical, ir.OpChoose:
		return m.compute(o)
	case ir.OpCall:
		return m.call(o)
	case ir.OpExternal:
		return m.external(o)
	case ir.OpLaunch:
		for _, a := range o.X.Args {
			m.Need(m.value(a))
		}
	case ir.OpAssembly:
		for _, a := range o.X.Args {
			m.Need(m.value(a))
		}
	case ir.OpOutput:
		return m.output(o)
	default:
		m.control(o)
	}
	return state.Value{}
}

// leaf returns the value of an operation without operands, or of which nothing is known.
func (m *machine) leaf(o *ir.Op) state.Value {
	switch o.Code {
	case ir.OpConst:
		c := sema.Const{Type: o.Type, Int: o.Int}
		if o.X != nil {
			c = sema.Const{Type: o.Type, Float: math.Float64frombits(uint64(o.Int))}
		}
		return m.Constant(c)
	case ir.OpNull:
		return state.Value{Type: o.Type, Ptr: []state.Target{}}
	case ir.OpString:
		return state.Value{Type: o.Type}
	case ir.OpSpecial:
		return m.Builtins[ir.Special(o.Int).String()]
	case ir.OpTemplateValue:
		return m.templateValue(o)
	case ir.OpFunction:
		return state.Value{Func: o.X}
	}
	if o.Flags.Has(ir.Alike) {
		return m.unknownAlike(o)
	}
	read := false
	for id := range o.Operands {
		v := m.value(id)
		m.Need(v)
		read = read || state.IsRead(v)
	}
	t := ctype.OrOther(o.Type)
	if read {
		return m.UnknownRead(t)
	}
	return m.Unknown(t)
}

// templateValue returns the value of a template parameter whose argument is not known. It
// is the same for all threads.
func (m *machine) templateValue(o *ir.Op) state.Value {
	key := "template " + o.X.Name
	v, ok := m.Builtins[key]
	if !ok {
		t, n := o.Type, lanes.Int32
		if k, ok := ctype.Numeric(t); ok {
			n = k
		} else {
			t = ctype.TypeInt
		}
		v = state.Value{Type: t, Num: m.Lanes.UniformOf(n)}
		m.Builtins[key] = v
	}
	return v
}

// unknownAlike returns a value that is not known but the same for all threads, and wherever
// its name is used in one function.
func (m *machine) unknownAlike(o *ir.Op) state.Value {
	key := fmt.Sprintf("%p %s", m.frame.ir, o.Node.Text())
	v, ok := m.Builtins[key]
	if !ok {
		v = m.Unknown(ctype.OrOther(o.Type))
		if n, ok := ctype.MachineType(v.Type); ok {
			v.Num = m.Lanes.UniformOf(n)
		}
		m.Builtins[key] = v
	}
	return v
}

// addressed returns the address that an operation yields.
func (m *machine) addressed(o *ir.Op) state.Value {
	switch o.Code {
	case ir.OpVar:
		return m.Address(m.PlaceOf(m.variable(o)))
	case ir.OpGlobal:
		return m.Address(m.global(o.X.Variable))
	case ir.OpMember:
		return m.Address(m.Member(m.PlaceAt(m.value(o.A), m.recordAt(o.A)), o.X.Field))
	case ir.OpBase:
		p := m.PlaceAt(m.value(o.A), o.Type)
		if o.Int != 0 {
			p = m.Member(p, sema.Field{Type: o.Type, Offset: o.Int})
		}
		return m.Address(p)
	case ir.OpBind:
		return m.value(o.A)
	case ir.OpAddress:
		v := m.value(o.A)
		m.Expose(v.Ptr)
		if v.Func == nil && v.Group == nil {
			v.Type = o.Type
		}
		return v
	}
	return m.index(o)
}

// recordAt returns the type of the object at the address that an operation yields.
func (m *machine) recordAt(id ir.ID) *sema.Type { return m.frame.ir.Op(id).Type }

// index returns the address of an element.
func (m *machine) index(o *ir.Op) state.Value {
	base, index := m.value(o.A), m.value(o.B)
	if base.Ptr == nil && base.Num != nil && index.Ptr != nil {
		base, index = index, base
	}
	if index.Num == nil || index.Num.Type.Float {
		index = m.Unknown(ctype.TypeInt)
	}
	elem := o.Type
	if ir.Opaque(elem) {
		if t := ctype.ElemOf(base.Type); ir.IsKind(t, sema.Array) {
			elem = ctype.OrOther(t.Elem)
		} else {
			elem = ctype.OrOther(t)
		}
	}
	p := m.ElementAt(m.PlaceAt(base, elem), index, elem)
	literal := o.Flags.Has(ir.Literal)
	if ir.IsKind(m.recordAt(o.A), sema.Array) {
		literal = literal && base.Literal
	} else {
		for _, t := range base.Ptr {
			_, constant := t.Offset.Constant()
			literal = literal && constant
		}
	}
	p.Literal = literal
	return m.Address(p)
}

// variable makes the object of a declaration.
func (m *machine) variable(o *ir.Op) *state.Object {
	space := sema.MemorySpace(o.Int)
	switch {
	case o.Flags.Has(ir.Static):
		space = sema.GlobalSpace
	case space == sema.LocalSpace:
		object := m.NewObject(o.X.Name, o.Type)
		m.declare(object, o)
		return object
	}
	// One object, however often its declaration is come to.
	key := lasting{o.Node, ctype.SizeOf(o.Type)}
	object := m.lasting[key]
	if object == nil {
		object = m.DataObject(o.X.Name, space, o.Type)
		m.lasting[key] = object
	}
	return object
}

// A lasting is the declaration of a variable that does not end with its block; the
// instances of a template have several that differ in size.
type lasting struct {
	name ast.Node
	size int64
}

// access executes an operation that reads or writes.
func (m *machine) access(o *ir.Op) state.Value {
	a := m.value(o.A)
	switch o.Code {
	case ir.OpLoad:
		if a.Func != nil || a.Group != nil {
			return a
		}
		t := o.Type
		if ir.Opaque(t) {
			t = m.openType(a)
		}
		v := m.Load(m.PlaceAt(a, t), o.Node)
		if o.Flags.Has(ir.Volatile) || o.X != nil && o.X.Name != "" {
			m.Graph.Alone(v.Node)
		}
		return v
	case ir.OpStore:
		t, v := o.Type, m.value(o.B)
		if ir.Opaque(t) {
			t = ctype.OrOther(v.Type)
		}
		m.Store(m.PlaceAt(a, t), v, o.Node)
	case ir.OpCopy:
		src := m.PlaceAt(m.value(o.B), o.Type)
		if o.X != nil {
			src.Expr = o.X.From
			if o.X.Name != "" {
				m.Graph.EndBlock()
				defer m.Graph.EndBlock()
			}
		}
		m.CopyInto(m.PlaceAt(a, o.Type), src, o.Node)
	case ir.OpZero:
		m.ZeroAt(m.PlaceAt(a, o.Type))
	case ir.OpForget:
		if o.X != nil {
			for _, id := range o.X.Args {
				m.Need(m.value(id))
			}
		}
		m.SmashPlace(m.PlaceAt(a, o.Type))
	}
	return state.Value{}
}

// openType returns the type of what lies at an address where the source does not tell it.
func (m *machine) openType(address state.Value) *sema.Type {
	if t := ir.Strip(address.Type); t != nil && t.Kind == sema.Pointer && !ir.Opaque(t.Elem) {
		return t.Elem
	}
	if len(address.Ptr) == 1 && address.Ptr[0].Object.Tracked() {
		if x, ok := address.Ptr[0].Offset.Constant(); ok {
			o := address.Ptr[0].Object
			if i := o.Contents.Find(x); i >= 0 && o.Contents.Cells[i].Value.Type != nil {
				return o.Contents.Cells[i].Value.Type
			}
		}
	}
	return ctype.TypeOther
}
