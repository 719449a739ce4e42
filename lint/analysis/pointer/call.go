package pointer

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An argument is the value that a call passes for one parameter: refers are the places that a
// reference parameter is bound to, holds the pointers in any other parameter.
type argument struct {
	refers pointers
	holds  []entry
}

// call executes a call of a function whose body is visible and returns its result.
func (m *machine) call(o *ir.Op) pointers {
	fn := o.X.Callee.Function
	if builtinOf(fn.Name) == atomicUpdate {
		// The source may overload the atomic function for a type of its own.
		return m.builtin(atomicUpdate, o)
	}
	return m.invoke(o.X.Callee, o)
}

// invoke executes a call of one instance of a function.
func (m *machine) invoke(inst *ir.Instance, o *ir.Op) pointers {
	fn := inst.Function
	m.effects.Callees = append(m.effects.Callees, fn)
	body := m.builder.Lower(inst)
	if body == nil || body.Incomplete != "" {
		return m.unfollowed(o)
	}
	args, hasPointers := m.arguments(o, body)
	nested := m.recursion(fn)
	if !hasPointers && !m.images(body) && (body.Result.Arithmetic() || body.Result != nil && body.Result.Kind == sema.Void) {
		m.callWithoutPointers(body)
		return nil
	}
	place := m.place
	defer func() { m.place = place }()
	if applied(fn) && !place.Valid() {
		if m.place = o.Node; !m.place.Valid() {
			m.place = m.at
		}
	}
	f := m.frameOf(m.callKey(body, args), body)
	if len(f.sites) <= maxSites {
		f.sites = appendNew(f.sites, site{m.frame, m.op})
	}
	if !f.done {
		if m.calls >= maxCalls || nested >= maxRecursion {
			return m.unfollowed(o)
		}
		f.done = true
		m.enter(f, args)
	}
	f.read = true
	return f.result
}

// applied reports whether a function is an overloaded operator with a symbol, or a conversion
// operator. Accesses in its body are reported at the expression that applies it.
func applied(fn *sema.Function) bool {
	symbols := strings.TrimLeft(fn.Name, "[]*-+=<>&|^!~%/,")
	return symbols != fn.Name || strings.HasPrefix(fn.Name, "operator ")
}

// unfollowed handles a call that cannot be followed: all pointers passed to it escape.
func (m *machine) unfollowed(o *ir.Op) pointers {
	for _, a := range o.X.Args {
		m.escape(m.frame.vals[a])
		m.exposed(m.frame.vals[a])
	}
	if o.Type != nil && o.Type.Kind == sema.Pointer {
		return pointers{{obj: m.unknown}}
	}
	return nil
}

// recursion returns the number of frames of fn on the call stack. If there is one, the call is
// recursive: all functions from the first such frame to the top are marked recursive.
func (m *machine) recursion(fn *sema.Function) int {
	count := 0
	for i, active := range m.active {
		if active != fn {
			continue
		}
		if count++; count == 1 {
			for _, g := range m.active[i:] {
				m.recursive[g] = true
			}
		}
	}
	return count
}

// arguments returns what a call passes for each parameter. hasPointers is set if some argument
// may lead to memory that can hold pointers.
func (m *machine) arguments(o *ir.Op, body *ir.Func) (args []argument, hasPointers bool) {
	args = make([]argument, len(body.Params))
	for i, id := range body.Params {
		given, ok := m.given(o, body, i)
		if !ok {
			break
		}
		p, v := body.Op(id), m.frame.vals[given]
		written := !p.Flags.Has(ir.Deduced)
		switch {
		case p.Type != nil && p.Type.Kind == sema.Reference:
			if written {
				m.bound(v)
			}
			if method := i == 0 && body.Instance.This != nil; written && !(method && body.Instance.Function.Const) {
				m.writable(v, p.Type.Elem)
			}
			if read := m.readFrom(given); o.Code == ir.OpExternal && len(read) > 0 {
				v = read
			}
			args[i].refers = v
			hasPointers = hasPointers || len(v) != 1 || v[0].obj != m.scratch
		case isRecord(p.Type) || isOpen(p.Type) && isRecord(m.frame.ir.Op(given).Type):
			args[i].holds = m.holds(v)
		default:
			if p.Type != nil && p.Type.Kind == sema.Pointer && written {
				m.writable(v, p.Type.Elem)
			}
			if p.Flags.Has(ir.Restrict) {
				v = v.unaffected()
			}
			args[i].holds = v.entries()
		}
		hasPointers = hasPointers || len(args[i].holds) > 0
	}
	return args, hasPointers
}

// given returns the operation that yields the argument for parameter i.
func (m *machine) given(o *ir.Op, body *ir.Func, i int) (id ir.ID, ok bool) {
	if o.Code == ir.OpExternal && body.Instance.This != nil {
		if i--; i < 0 {
			return o.A, true
		}
	}
	if i >= len(o.X.Args) {
		return 0, false
	}
	return o.X.Args[i], true
}

// callKey returns the key of the frame of a call. It consists of the function, the arguments,
// the outermost loop around the call and, inside an overloaded operator, the expression that
// applies the operator.
func (m *machine) callKey(body *ir.Func, args []argument) string {
	var b strings.Builder
	b.WriteString(m.number(body))
	if m.around.valid() {
		b.WriteString("L" + strconv.Itoa(m.around.frame.id) + "." + strconv.Itoa(int(m.around.loop)))
	}
	if m.ends {
		b.WriteByte('E')
	}
	if m.place.Valid() {
		b.WriteString("P" + m.placeNumber())
	}
	if m.notInlined > 0 {
		b.WriteByte('N')
	}
	for _, a := range args {
		key(&b, a.refers.entries())
		key(&b, a.holds)
	}
	return b.String()
}

// enter executes the body of a function in a frame.
func (m *machine) enter(f *frame, args []argument) {
	caller, at := m.frame, m.at
	m.frame = f
	m.calls++
	fn := f.ir.Instance.Function
	m.active = append(m.active, fn)
	if fn.Qualifiers&ast.NoInline != 0 {
		m.notInlined++
	}
	for i, id := range f.ir.Params {
		p := f.ir.Op(id)
		if p.Type != nil && p.Type.Kind == sema.Reference {
			f.vals[id] = args[i].refers
			continue
		}
		v := m.variable(id, p.Type)
		for _, e := range args[i].holds {
			m.hold(v, e)
		}
		f.vals[id] = pointers{{obj: v}}
	}
	m.run(&f.ir.Body)
	if fn.Qualifiers&ast.NoInline != 0 {
		m.notInlined--
	}
	m.active = m.active[:len(m.active)-1]
	m.calls--
	m.frame, m.at = caller, at
}

// callWithoutPointers adds the effects of a function that receives no pointers: it may still
// store to variables at file scope.
func (m *machine) callWithoutPointers(body *ir.Func) {
	e := m.withoutPointers[body]
	if e == nil {
		e = &Effects{}
		m.withoutPointers[body] = e // ends recursion
		q := newMachine(m.Analysis)
		params := make([]pointers, len(body.Params))
		for i := range params {
			params[i] = pointers{{obj: q.scratch}}
		}
		q.follow(e, body, params)
	}
	for _, a := range e.Accesses {
		if a.Kind == Load {
			continue
		}
		if m.around.valid() {
			a.Loop, a.around, a.ends = m.around.node(), m.around, m.ends
		}
		m.add(a, "")
	}
	m.effects.Callees = append(m.effects.Callees, e.Callees...)
	m.effects.Variables = append(m.effects.Variables, e.Variables...)
	m.effects.Dependent = m.effects.Dependent || e.Dependent
}

// external executes a call of a function whose body is not visible.
func (m *machine) external(o *ir.Op) pointers {
	if _, ok := imageCall(o); ok && len(m.effects.images) < maxImages {
		m.effects.images = appendNew(m.effects.images, imageSite{m.frame, m.op, m.around})
	}
	if kind := builtinOf(o.X.Name); !o.Flags.Has(ir.Method) && (kind == atomicUpdate || kind != notBuiltin && len(o.X.Candidates) == 0) {
		return m.builtin(kind, o)
	}
	if len(o.X.Candidates) > 0 {
		var out pointers
		for _, inst := range o.X.Candidates {
			out = out.union(m.invoke(inst, o))
		}
		return out
	}
	callee := m.frame.vals[o.A]
	if o.Flags.Has(ir.Method) && assigns(o.X.Name) {
		m.record(Store, o.A, o.Node, m.places(o.A), false)
	}
	var out pointers
	for _, a := range o.X.Args {
		v := m.frame.vals[a]
		m.escape(v)
		out = out.union(v)
		if !m.reads(o) {
			m.exposed(m.readFrom(a))
		}
	}
	// An object of a class that is not visible may keep its arguments, and may use what it
	// holds in any way.
	m.escape(callee)
	if o.Flags.Has(ir.Method) {
		for _, l := range callee {
			if l.obj.kind == localObject && !l.obj.own {
				m.escape(m.fetch(pointers{l}))
			}
		}
	}
	if o.Type.Arithmetic() {
		return nil
	}
	if len(out) == 0 {
		return m.newPointer(o, o.Type)
	}
	return out
}

// reads reports whether a call applies a function object that only reads its arguments. That is
// assumed if the class of the object is a template argument, such as std::plus, and the result
// is used.
func (m *machine) reads(o *ir.Op) bool {
	f := m.frame.ir.Op(o.A)
	return o.A != 0 && !o.Flags.Has(ir.Method) && f.Type != nil && f.Type.Kind == sema.Dependent && !o.Node.Parent().Is(ast.ExpressionStatement)
}

// readFrom returns the places that an argument was loaded from: a function that is not visible
// may take the argument by reference. For an initializer list these are the places of its
// elements.
func (m *machine) readFrom(id ir.ID) pointers {
	f := m.frame.ir
	for f.Op(id).Code == ir.OpConvert {
		id = f.Op(id).A
	}
	switch o := f.Op(id); {
	case o.Code == ir.OpLoad && o.X == nil:
		return m.frame.vals[o.A]
	case o.Code == ir.OpVar && int(id)+1 < f.Len() && f.Op(id+1).Code == ir.OpCopy && f.Op(id+1).A == id:
		return m.frame.vals[f.Op(id+1).B]
	case o.Code == ir.OpUnknown && o.Node.Is(ast.InitializerList) && o.X != nil:
		var out pointers
		for _, a := range o.X.Args {
			out = out.union(m.readFrom(a))
		}
		return out
	}
	return nil
}

// builtin executes a call of a function that CUDA provides.
func (m *machine) builtin(kind builtinKind, o *ir.Op) pointers {
	var args [3]ir.ID
	copy(args[:], o.X.Args)
	switch kind {
	case dependentLaunch:
		m.effects.Dependent = true
	case atomicUpdate:
		m.record(Atomic, args[0], o.Node, m.places(args[0]), false)
	case setMemory:
		m.record(Store, args[0], o.Node, m.places(args[0]), false)
	case copyMemory:
		m.record(Load, args[1], o.Node, m.places(args[1]), true)
		m.record(Store, args[0], o.Node, m.places(args[0]), false)
		m.store(m.places(args[0]), m.holds(m.places(args[1])))
	case byValue:
		for _, a := range o.X.Args {
			if v := m.frame.vals[a]; v.known() {
				m.escape(v)
			}
		}
	}
	return nil
}
