package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// run executes the operations of a region and returns the pointers that it yields.
func (m *machine) run(r *ir.Region) pointers {
	for _, id := range r.Ops {
		if !m.step() {
			return nil
		}
		o := m.frame.ir.Op(id)
		m.op = id
		if o.Node.Valid() {
			m.at = o.Node
		}
		m.frame.vals[id] = m.execute(id, o)
	}
	return m.frame.vals[r.Value]
}

// execute executes one operation and returns the pointers that it yields.
func (m *machine) execute(id ir.ID, o *ir.Op) pointers {
	switch o.Code {
	case ir.OpVar, ir.OpGlobal, ir.OpMember, ir.OpBase, ir.OpIndex, ir.OpAddress, ir.OpBind:
		return m.address(id, o)
	case ir.OpLoad, ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		return m.access(o)
	case ir.OpConvert:
		return m.convert(o)
	case ir.OpBinary:
		return m.binary(o)
	case ir.OpUnknown:
		return m.unknownValue(o)
	case ir.OpCall:
		return m.call(o)
	case ir.OpExternal:
		return m.external(o)
	case ir.OpLaunch:
		for _, a := range o.X.Args {
			m.escape(m.frame.vals[a])
		}
	case ir.OpAssembly:
		m.assembly(o)
	case ir.OpOutput:
		return m.newPointer(o, o.Type)
	case ir.OpReturn:
		f := m.frame
		known := len(f.result)
		f.result = f.result.union(f.vals[o.A])
		m.stale = m.stale || f.read && len(f.result) > known
	default:
		return m.control(id, o)
	}
	return nil
}

// control executes all regions of a branch, loop, switch or conditional operator. It returns
// the union of what the regions of a conditional operator yield.
func (m *machine) control(id ir.ID, o *ir.Op) pointers {
	if o.X == nil {
		return nil
	}
	around, breaks, ends := m.around, m.breaks, m.ends
	switch {
	case o.Code == ir.OpLoop && !around.valid():
		m.around, m.breaks = callLoop{m.frame, id}, true
	case o.Code == ir.OpLoop || o.Code == ir.OpSwitch:
		m.breaks = false
	}
	var out pointers
	for i := range o.X.Regions {
		m.ends = ends || m.once(o, i)
		out = out.union(m.run(&o.X.Regions[i]))
	}
	m.ends = ends
	for i := range o.X.Cases {
		m.run(&o.X.Cases[i].Test)
		m.run(&o.X.Cases[i].Body)
	}
	m.around, m.breaks = around, breaks
	if o.Code == ir.OpChoose {
		return out
	}
	return nil
}

// address returns the places that an operation's address may refer to.
func (m *machine) address(id ir.ID, o *ir.Op) pointers {
	v := m.frame.vals[o.A]
	switch o.Code {
	case ir.OpVar:
		if sema.MemorySpace(o.Int) == sema.SharedSpace {
			return pointers{{obj: m.global(o.Node, sharedObject)}}
		}
		return pointers{{obj: m.variable(id, o.Type)}}
	case ir.OpGlobal:
		return pointers{{obj: m.globalOf(o.X.Variable)}}
	case ir.OpMember:
		if len(v) == 0 {
			return nil
		}
		return v.within(memberPath(m.frame.ir.Op(o.A).Type, o.X.Field))
	case ir.OpIndex:
		return m.index(o)
	case ir.OpAddress:
		if o.Node.Valid() {
			m.bound(v)
		}
	case ir.OpBind:
		if !o.Flags.Has(ir.Deduced) {
			m.bound(v)
			m.writable(v, o.Type)
		}
	}
	return v
}

// index returns the places of an array element. nvcc keeps an array of pointers in local memory
// if it cannot resolve the index, and then does not know what the loaded pointer refers to.
func (m *machine) index(o *ir.Op) pointers {
	v := m.frame.vals[o.A]
	base := m.frame.ir.Op(o.A)
	t := base.Type
	if base.Code == ir.OpLoad && ir.Opaque(t) {
		// If the type of x is unknown, x in x[i] may be a pointer that was loaded; or an array
		// or an object with an operator [], whose elements are within x.
		return v.union(m.frame.vals[base.A])
	}
	if t == nil || t.Kind != sema.Array || m.frame.ir.Op(o.B).Code == ir.OpConst {
		return v
	}
	out := v.within("")
	for i := range out {
		out[i].indexed = out[i].obj.kind == localObject && out[i].obj != m.scratch
	}
	return out
}

// variable returns the object of a local variable in the present call.
func (m *machine) variable(id ir.ID, t *sema.Type) *object {
	if m.plain(t) {
		return m.scratch
	}
	o := m.frame.vars[id]
	if o == nil {
		o = m.object(localObject)
		m.frame.vars[id] = o
	}
	return o
}

// global returns the object of a variable that exists once, not once for each call.
func (m *machine) global(declaration ast.Node, kind objectKind) *object {
	o := m.globals[declaration]
	if o == nil {
		o = m.object(kind)
		o.content = m.behind().content
		m.globals[declaration] = o
	}
	return o
}

func (m *machine) globalOf(v *sema.Variable) *object {
	switch v.Space {
	case sema.SharedSpace:
		return m.global(v.Node, sharedObject)
	case sema.GlobalSpace:
		o := m.global(v.Node, variableObject)
		o.name = strings.TrimPrefix(v.Namespace+"::"+v.Name, "::")
		return o
	}
	return m.global(v.Node, constantObject)
}

// access executes a load, store, copy, zeroing or OpForget.
func (m *machine) access(o *ir.Op) pointers {
	places := m.places(o.A)
	switch o.Code {
	case ir.OpLoad:
		if o.Flags.Has(ir.Volatile) {
			places = places.unaffected()
		}
		m.record(Load, o.A, o.Node, places, o.X == nil && o.Node.Valid())
		if o.Type.Arithmetic() {
			return nil
		}
		return m.fetch(places)
	case ir.OpStore:
		m.storeValue(o, places)
	case ir.OpCopy:
		from, plain := o.Node, true
		if o.X != nil {
			from, plain = o.X.From, o.X.Name == ""
		}
		source := m.places(o.B)
		m.record(Load, o.B, from, source, plain)
		m.record(Store, o.A, o.Node, places, plain)
		if o.Flags.Has(ir.Direct) {
			m.exposed(source)
			m.escape(m.fetch(source))
		}
		if !m.plain(o.Type) {
			m.store(places, m.holds(source))
		}
	case ir.OpZero:
		m.record(Store, o.A, o.Node, places, true)
	case ir.OpForget:
		m.forget(o, places)
	}
	return nil
}

// storeValue executes a store of a number or a pointer.
func (m *machine) storeValue(o *ir.Op, places pointers) {
	m.record(Store, o.A, o.Node, places, o.X == nil)
	v := m.frame.vals[o.B]
	if o.Flags.Has(ir.Direct) {
		// An object of a class that is not visible may keep what is assigned to it.
		m.exposed(m.readFrom(o.B))
		m.escape(v)
	}
	if len(v) == 0 {
		return
	}
	to := m.frame.ir.Op(o.A)
	if !deduced(to) && !places[0].obj.own && o.Type != nil && o.Type.Kind == sema.Pointer {
		m.writable(v, o.Type.Elem)
	}
	if to.Code == ir.OpVar && to.Type != nil && to.Type.Qualifiers&ast.Restrict != 0 {
		v = v.unaffected()
	}
	m.store(places, v.entries())
}

// forget executes OpForget: code that is not visible changes the object.
func (m *machine) forget(o *ir.Op, places pointers) {
	if o.Node.Valid() || o.Flags.Has(ir.Direct) {
		m.record(Store, o.A, o.Node, places, true)
	} else {
		m.exposed(places)
	}
	if o.X != nil {
		for _, a := range o.X.Args {
			m.escape(m.frame.vals[a])
			if o.Flags.Has(ir.Direct) {
				m.exposed(m.readFrom(a))
			}
		}
	}
}

// convert executes a conversion.
func (m *machine) convert(o *ir.Op) pointers {
	v := m.frame.vals[o.A]
	if len(v) == 0 {
		return m.newPointer(m.frame.ir.Op(o.A), o.Type)
	}
	if o.Type.Arithmetic() {
		for _, l := range v {
			if l.obj.kind == paramObject {
				m.integers[l.obj.param] = true
			}
		}
		return nil
	}
	if o.X != nil && o.X.Name != "const_cast" && o.Type != nil && o.Type.Kind == sema.Pointer {
		m.writable(v, o.Type.Elem)
	}
	return v
}

// newPointer returns the target of a pointer of type t that is converted from an integer or
// comes from code that is not visible: memory of unknown origin. It returns nil for null
// pointers and for other types.
func (m *machine) newPointer(from *ir.Op, t *sema.Type) pointers {
	if t == nil || t.Kind != sema.Pointer {
		return nil
	}
	switch from.Code {
	case ir.OpNull, ir.OpConst:
		return nil
	case ir.OpUnknown, ir.OpExternal, ir.OpOutput:
		return pointers{{obj: m.unknown}}
	}
	if from.Type.Arithmetic() {
		return pointers{{obj: m.unknown}}
	}
	return nil
}

// binary executes a binary operator. Only sums and differences can yield pointers.
func (m *machine) binary(o *ir.Op) pointers {
	a, b := m.frame.vals[o.A], m.frame.vals[o.B]
	if o.Type.Arithmetic() || o.Operator != ast.Add && o.Operator != ast.Sub || o.Operator == ast.Sub && a.known() && b.known() {
		return nil
	}
	return a.plus(b)
}

// unknownValue executes an operation that the analysis cannot interpret. Its result may be any
// of the pointers in its operands.
func (m *machine) unknownValue(o *ir.Op) pointers {
	if o.X == nil {
		return nil
	}
	var out pointers
	for _, a := range o.X.Args {
		v := m.frame.vals[a]
		if o.Node.Is(ast.Error) {
			m.escape(m.fetch(v))
		} else if isRecord(m.frame.ir.Op(a).Type) {
			v = v.union(m.fetch(v))
		}
		out = out.union(v)
	}
	return out
}

// assembly executes inline assembly. The compiler does not look into it, so that all pointers
// passed to it escape.
func (m *machine) assembly(o *ir.Op) {
	text := o.X.Name
	m.effects.Dependent = m.effects.Dependent || strings.Contains(text, "griddepcontrol")
	given := false
	for _, a := range o.X.Args {
		v := m.frame.vals[a]
		given = given || v.known()
		m.escape(v)
	}
	if given && (strings.Contains(text, "st.") || strings.Contains(text, "red.") || strings.Contains(text, "atom.") || strings.Contains(text, "bulk")) {
		m.record(Store, 0, o.Node, pointers{{obj: m.unknown}}, false)
	}
}
