package host

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A flow is an index of a lowered function: the places of its operations in regions, and the
// operations that may write to each object.
type flow struct {
	f       *ir.Func
	spots   []spot // by the ID of the operation
	holders map[*ir.Region]ir.ID
	// writes are, for each object, the operations that may write to it; ascending.
	writes map[root][]ir.ID
	// far are the operations that may write to objects of callers, or through pointers.
	far []ir.ID
	// stored are, for each object, the operations that store its address in memory.
	stored map[root][]ir.ID
	// labels are the labels, to which control may come from anywhere; ascending.
	labels []ir.ID
	// calls are the calls of functions that have a body in the unit, or may have one;
	// closures are the objects that lambda expressions make.
	launches, calls, closures, returns []ir.ID
}

// A root is a complete object: a variable of the unit, or the object that an operation makes.
type root struct {
	op       ir.ID
	variable *sema.Variable
}

// A spot is the place of an operation in its region.
type spot struct {
	in    *ir.Region
	index int
}

func newFlow(f *ir.Func) *flow {
	w := &flow{f: f, spots: make([]spot, f.Len()), holders: map[*ir.Region]ir.ID{}, writes: map[root][]ir.ID{}, stored: map[root][]ir.ID{}}
	w.region(&f.Body, 0)
	for _, list := range w.writes {
		slices.Sort(list)
	}
	slices.Sort(w.far)
	slices.Sort(w.labels)
	return w
}

func (w *flow) region(r *ir.Region, holder ir.ID) {
	w.holders[r] = holder
	for i, id := range r.Ops {
		w.spots[id] = spot{r, i}
		o := w.f.Op(id)
		if o.X != nil {
			for j := range o.X.Regions {
				w.region(&o.X.Regions[j], id)
			}
			for j := range o.X.Cases {
				w.region(&o.X.Cases[j].Test, id)
				w.region(&o.X.Cases[j].Body, id)
			}
		}
		w.note(id, o)
	}
}

// note adds an operation to the index.
func (w *flow) note(id ir.ID, o *ir.Op) {
	switch o.Code {
	case ir.OpVar:
		if o.Type != nil && o.Type.Record != nil && sema.ClosureOf(o.Type.Record) != nil && o.Flags.Has(ir.Temporary) {
			w.closures = append(w.closures, id)
		}
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		w.written(id, o.A)
		if o.Code == ir.OpStore && !w.harmless(o) {
			if r, ok := w.pointee(o.B); ok {
				w.stored[r] = append(w.stored[r], id)
			}
		}
	case ir.OpCall:
		w.calls = append(w.calls, id)
		for i, a := range o.X.Args {
			w.passed(id, a, mayChange(o, i))
		}
	case ir.OpExternal:
		if len(o.X.Candidates) > 0 {
			w.calls = append(w.calls, id)
		}
		for i, a := range o.X.Args {
			if !readsOnly(o.X.Name, i) {
				w.passed(id, a, false)
			}
		}
	case ir.OpUnknown:
		if o.X != nil && o.Node.Is(ast.Error) {
			for _, a := range o.X.Args {
				w.written(id, a)
			}
		}
	case ir.OpLaunch:
		w.launches = append(w.launches, id)
	case ir.OpReturn:
		w.returns = append(w.returns, id)
	case ir.OpLabel:
		w.labels = append(w.labels, id)
	}
}

// written adds an operation that writes to an address.
func (w *flow) written(id, address ir.ID) {
	r, far := w.rootOf(address)
	if r != (root{}) {
		w.add(r, id)
	}
	if far {
		w.far = append(w.far, id)
	}
}

func (w *flow) add(r root, id ir.ID) {
	if list := w.writes[r]; len(list) == 0 || list[len(list)-1] != id {
		w.writes[r] = append(list, id)
	}
}

// mayChange reports whether a call of a function with a body in the unit may change the object
// that is argument number i.
func mayChange(call *ir.Op, i int) bool {
	f := call.X.Callee.Function
	if slices.ContainsFunc(f.Params, func(p decl.Param) bool { return p.Pack }) {
		return true
	}
	if i -= len(call.X.Args) - len(f.Params); i < 0 {
		return !f.Const // *this
	}
	p := f.Params[i]
	return p.Changes() || !p.Node.Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator)
}

// passed adds the objects that a call may write to through an argument: through a pointer or,
// with changes, through a reference.
func (w *flow) passed(id, arg ir.ID, changes bool) {
	if arg == 0 {
		return
	}
	if r, ok := w.pointee(arg); ok {
		w.add(r, id)
		return
	}
	o := w.f.Op(arg)
	switch o.Code {
	case ir.OpVar, ir.OpMember, ir.OpIndex, ir.OpBase, ir.OpBind, ir.OpParam, ir.OpGlobal:
		if changes {
			w.written(id, arg)
		}
	case ir.OpLoad, ir.OpCall, ir.OpExternal, ir.OpConvert:
		if ir.IsKind(o.Type, sema.Pointer) && !pointsToConst(o.Type) {
			w.far = append(w.far, id)
		}
	}
}

// pointee returns the object that a pointer value is the address of. ok is false if that
// depends on a value in memory.
func (w *flow) pointee(id ir.ID) (r root, ok bool) {
	for id != 0 {
		o := w.f.Op(id)
		switch o.Code {
		case ir.OpConvert:
			if pointsToConst(o.Type) {
				return r, false
			}
			id = o.A
			continue
		case ir.OpAddress:
			r, _ = w.rootOf(o.A)
			return r, r != (root{})
		}
		break
	}
	return r, false
}

func pointsToConst(t *sema.Type) bool {
	return t != nil && t.Kind == sema.Pointer && t.Elem != nil && t.Elem.Qualifiers&ast.Const != 0
}

// rootOf returns the object that an address is in; far is set if it may belong to a caller, or
// is reached through a pointer (r is then not known).
func (w *flow) rootOf(id ir.ID) (r root, far bool) {
	for {
		o := w.f.Op(id)
		switch o.Code {
		case ir.OpMember, ir.OpIndex, ir.OpBase, ir.OpBind, ir.OpAddress, ir.OpConvert:
			id = o.A
		case ir.OpVar, ir.OpNew:
			return root{op: id}, false
		case ir.OpParam:
			return root{op: id}, ir.IsKind(o.Type, sema.Reference) || o.Type != nil && o.Type.Kind == sema.Reference
		case ir.OpGlobal:
			return root{variable: o.X.Variable}, false
		default:
			return root{}, true
		}
	}
}

// harmless reports whether nothing can write to an object through a stored address of it: it
// is stored in an array of launch arguments, or as a pointer to const.
func (w *flow) harmless(o *ir.Op) bool {
	if pointsToConst(o.Type) {
		return true
	}
	r, _ := w.rootOf(o.A)
	if r.op == 0 {
		return false
	}
	t := w.f.Op(r.op).Type
	return t != nil && t.Kind == sema.Array && t.Elem.Kind == sema.Pointer && ir.IsKind(t.Elem.Elem, sema.Void)
}

// readsOnly reports whether an external function only reads through argument i.
func readsOnly(name string, i int) bool {
	switch {
	case strings.HasPrefix(name, "cudaMemcpy"), strings.HasPrefix(name, "hipMemcpy"), name == "memcpy", strings.HasPrefix(name, "cuMemcpyHtoD"):
		return i >= 1
	case strings.HasPrefix(name, "cudaLaunch"), strings.HasPrefix(name, "hipLaunch"), name == "fwrite", name == "push_back", name == "emplace_back":
		return true
	}
	return false
}

// jumps reports whether there is a label between two operations.
func (w *flow) jumps(after, before ir.ID) bool {
	i, _ := slices.BinarySearch(w.labels, after+1)
	return i < len(w.labels) && w.labels[i] < before
}
