package host

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// pointees finds the objects that the pointer arguments of one launch point into.
type pointees struct {
	e       *evaluator
	answers answers[pointeeQuestion, sema.PointerArg]
	steps   int
	// forgets is the number of nested calls of forgotten.
	forgets int
	// open is set if an answer depends on a parameter of a function without known callers.
	open bool
}

// A pointeeQuestion asks for the pointer in a place at an operation.
type pointeeQuestion struct {
	fr *frame
	at ir.ID
	p  place
}

// named returns a pointer into an object of which only a name is known.
func named(object string) sema.PointerArg {
	return sema.PointerArg{Bases: []sema.PointerBase{{Object: object}}, Same: object, OffsetKnown: true}
}

// allocated returns a pointer to newly allocated memory.
func allocated(object string) sema.PointerArg {
	out := named(object)
	out.Bases[0].Allocated = true
	return out
}

// anything returns an unknown pointer.
func anything() sema.PointerArg {
	return sema.PointerArg{Bases: []sema.PointerBase{{Object: "?", Element: "?"}}}
}

// moved returns a pointer plus a number of bytes.
func moved(a sema.PointerArg, bytes int64, known bool) sema.PointerArg {
	a.Offset += bytes
	a.OffsetKnown = a.OffsetKnown && known
	return a
}

// either returns a pointer that is a or b.
func either(a, b sema.PointerArg) sema.PointerArg {
	switch {
	case a.Null && !b.Null:
		b.Same = "" // not the one pointer where it is null
		return b
	case b.Null && !a.Null && len(a.Bases) > 0:
		a.Same = ""
		return a
	case a.Null || len(a.Bases) == 0:
		return b
	case len(b.Bases) == 0:
		return a
	}
	if a.Same != b.Same {
		a.Same = ""
	}
	a.OffsetKnown = a.OffsetKnown && b.OffsetKnown && a.Offset == b.Offset
	a.Bases = unite(a.Bases, b.Bases)
	if len(a.Bases) > maxPointees {
		return anything()
	}
	return a
}

// unite returns the union of two lists of objects.
func unite(a, b []sema.PointerBase) []sema.PointerBase {
	a = a[:len(a):len(a)]
	for _, base := range b {
		if !slices.Contains(a, base) {
			a = append(a, base)
		}
	}
	return a
}

// value returns the pointer that an operation yields.
func (w *pointees) value(fr *frame, id ir.ID) sema.PointerArg {
	if w.steps++; w.steps > maxPointerSteps || w.e.depth > maxPointerDepth || w.e.ctx.Err() != nil {
		return anything()
	}
	w.e.depth++
	defer func() { w.e.depth-- }()
	o := fr.f.Op(id)
	switch o.Code {
	case ir.OpNull:
		return sema.PointerArg{Null: true}
	case ir.OpConst:
		if o.Int == 0 {
			return sema.PointerArg{Null: true}
		}
	case ir.OpConvert, ir.OpAddress, ir.OpBind:
		return w.value(fr, o.A)
	case ir.OpBase:
		return moved(w.value(fr, o.A), o.Int, true)
	case ir.OpMember:
		return moved(w.value(fr, o.A), o.X.Field.Offset, o.X.Field.Offset >= 0)
	case ir.OpIndex:
		k := w.e.value(fr, o.B)
		known := k.known() && k.Int > -1<<40 && k.Int < 1<<40 && (k.Int == 0 || o.Type != nil && o.Type.Size > 0)
		if !known || k.Int == 0 {
			return moved(w.value(fr, o.A), 0, known)
		}
		return moved(w.value(fr, o.A), k.Int*o.Type.Size, true)
	case ir.OpVar, ir.OpNew, ir.OpGlobal, ir.OpParam:
		return w.object(fr, id, o)
	case ir.OpString:
		return allocated(w.at("text", fr, id))
	case ir.OpLoad:
		return w.load(fr, id, o)
	case ir.OpChoose:
		if c := w.e.value(fr, o.A); c.known() {
			return w.value(fr, o.X.Regions[flag(c.Int == 0)].Value)
		}
		return either(w.value(fr, o.X.Regions[0].Value), w.value(fr, o.X.Regions[1].Value))
	case ir.OpBinary: // of types that are not known
		if o.Operator == ast.Add || o.Operator == ast.Sub {
			return moved(w.value(fr, o.A), 0, false)
		}
	case ir.OpCall, ir.OpExternal:
		return w.result(fr, id, o)
	}
	return w.computed(fr, id, o)
}

// object returns a pointer to the object whose address an operation yields.
func (w *pointees) object(fr *frame, id ir.ID, o *ir.Op) sema.PointerArg {
	p, ok := w.e.locate(fr, id)
	if !ok {
		return w.computed(fr, id, o)
	}
	out := allocated(w.name(p))
	if p.fr == nil {
		return out
	}
	root := p.fr.f.Op(p.root.op)
	if root.Code == ir.OpParam && root.Type != nil && root.Type.Kind == sema.Reference || root.X != nil && root.X.Name == "this" {
		w.open = true
		out.Bases[0].Allocated = false
	}
	return out
}

// computed returns a pointer that is known only by the values that it is computed from.
func (w *pointees) computed(fr *frame, id ir.ID, o *ir.Op) sema.PointerArg {
	out := named(w.symbol(fr, id))
	if o.Code == ir.OpUnknown && o.X != nil {
		for _, a := range o.X.Args {
			if a != 0 && isAddress(fr.f.Op(a)) {
				out.Bases = append(out.Bases, w.value(fr, a).Bases...)
			}
		}
	}
	out.Same = ""
	return out
}

// load returns the pointer that an operation reads.
func (w *pointees) load(fr *frame, id ir.ID, o *ir.Op) sema.PointerArg {
	p, ok := w.e.locate(fr, o.A)
	if !ok {
		return w.behind(fr, id, o.A)
	}
	out := w.held(fr, id, p, o.Type)
	if strings.Contains(p.path, "?") {
		out.Same = w.reading(fr, id, o.A)
	}
	return out
}

// reading returns a name for the pointer that an operation reads through an index or another
// pointer; "" if the address comes from a function that may return another one each time.
func (w *pointees) reading(fr *frame, id, address ir.ID) string {
	if name := w.symbol(fr, address); !strings.Contains(name, "(") {
		return "*" + name + w.version(fr, id)
	}
	return ""
}

// behind returns the pointer that is read through another pointer.
func (w *pointees) behind(fr *frame, id, address ir.ID) sema.PointerArg {
	name := w.symbol(fr, address)
	out := named("*" + name)
	if o := fr.f.Op(address); o.Code == ir.OpIndex {
		out.Bases[0] = sema.PointerBase{Object: "elements of " + w.symbol(fr, o.A), Element: w.element(fr, o.B)}
	} else if o.Code == ir.OpLoad { // *p is p[0]
		out.Bases[0] = sema.PointerBase{Object: "elements of " + name, Element: "0"}
	}
	out.Same = w.reading(fr, id, address)
	return out
}

// held returns the pointer in a place at an operation.
func (w *pointees) held(fr *frame, at ir.ID, p place, t *sema.Type) sema.PointerArg {
	if p.fr == nil {
		return w.global(fr, at, p, t)
	}
	name := w.name(p)
	if owns(t) {
		out := named("held by " + name)
		out.Bases[0].Allocated = p.fr.f.Op(p.root.op).Code == ir.OpVar
		w.open = w.open || !out.Bases[0].Allocated
		if len(p.fr.writes[p.root]) > 1 {
			out.Same += w.statement(fr, at)
		} else { // made once
			out.Same += w.version(fr, at)
		}
		return out
	}
	if strings.Contains(p.path, "[") {
		return w.part(p, name+w.statement(fr, at))
	}
	q := pointeeQuestion{fr, at, p}
	if known, done := w.answers.ask(q); done {
		return known // empty for a value that depends on itself, which adds nothing
	}
	if w.steps++; w.steps > maxPointerSteps {
		return anything()
	}
	outer, loose := w.answers.begin(q)
	return w.answers.close(q, w.reaching(fr, at, p, name), outer, loose)
}

// reaching returns the pointer that the writes which may reach an operation store in a place.
func (w *pointees) reaching(fr *frame, at ir.ID, p place, name string) sema.PointerArg {
	found := w.e.reaching(fr, at, p)
	var out sema.PointerArg
	for _, x := range found.writes {
		out = either(out, w.written(x, p, name))
	}
	sure := !found.lost && len(found.writes) == 1
	if w.e.shared(p) || p.fr.f.Op(p.root.op).Flags.Has(ir.Static) {
		sure = false
		for _, id := range p.fr.writes[p.root] {
			out = either(out, w.written(write{fr: p.fr, op: id}, p, name))
		}
	}
	if len(out.Bases) == 0 && !out.Null {
		out, sure = named(name), false
	} else if found.lost || !sure && w.e.shared(p) {
		out = either(out, named(name))
	}
	slices.SortFunc(out.Bases, compareBases)
	out.Bases = slices.Compact(out.Bases)
	// A variable has one value at one operation, even if that is unknown.
	if !sure || out.Same == "" || !out.OffsetKnown {
		out.Same, out.Offset, out.OffsetKnown = name+w.statement(fr, at), 0, true
	}
	return out
}

// owns reports whether objects of a class own the memory that they point to, going by its name.
func owns(t *sema.Type) bool {
	t = t.Object()
	return t != nil && t.Kind != sema.Pointer && (strings.Contains(t.Name, "vector") || strings.Contains(t.Name, "unique_ptr"))
}

// written returns the pointer that a write stores in a place.
func (w *pointees) written(x write, p place, name string) sema.PointerArg {
	if x.entry {
		return w.entering(p, name)
	}
	o := x.fr.f.Op(x.op)
	switch o.Code {
	case ir.OpStore:
		if o.Flags.Has(ir.Direct) {
			return w.constructed(x.fr, []ir.ID{o.B}, name)
		}
		return w.value(x.fr, o.B)
	case ir.OpZero:
		return sema.PointerArg{Null: true}
	case ir.OpCopy:
		if q, ok := w.e.source(x, p); ok {
			return w.held(x.fr, x.op, q, nil)
		}
	case ir.OpForget:
		return w.forgotten(x, o, p, name)
	case ir.OpExternal:
		return w.set(x, o, name)
	case ir.OpVar:
		return sema.PointerArg{}
	}
	return named(w.at("set", x.fr, x.op))
}

// constructed returns the pointer in an object whose constructor is external: to memory of its
// own, or one of the pointers among the arguments.
func (w *pointees) constructed(fr *frame, args []ir.ID, name string) sema.PointerArg {
	out := named(name)
	for _, a := range args {
		if a != 0 && ir.IsKind(fr.f.Op(a).Type, sema.Pointer) {
			out.Bases = append(out.Bases, w.value(fr, a).Bases...)
		}
	}
	return out
}

// forgotten returns the pointer in an object that an external function may have changed.
func (w *pointees) forgotten(x write, o *ir.Op, p place, name string) sema.PointerArg {
	if o.X != nil {
		return w.constructed(x.fr, o.X.Args, name)
	}
	out := named(w.at("set "+name, x.fr, x.op))
	if w.forgets++; w.forgets <= maxForgets {
		out = either(out, w.held(x.fr, x.op, p, nil))
	} else {
		w.answers.cut()
	}
	w.forgets--
	where := x.fr.spots[x.op]
	for i := where.index - 1; i >= 0; i-- {
		call := x.fr.f.Op(where.in.Ops[i])
		if call.Code != ir.OpExternal {
			continue
		}
		if strings.EqualFold(call.X.Name, "swap") || call.X.Name == "exchange" {
			out = sema.PointerArg{Bases: []sema.PointerBase{{Object: name}}}
			for _, a := range call.X.Args {
				if a != 0 {
					out.Bases = append(out.Bases, w.value(x.fr, a).Bases...)
				}
			}
		}
		break
	}
	return out
}

// set returns the pointer in a variable whose address is passed to an external function.
func (w *pointees) set(x write, o *ir.Op, name string) sema.PointerArg {
	called := o.X.Name
	switch {
	case strings.HasSuffix(called, "GetSymbolAddress") && len(o.X.Args) == 2, strings.HasSuffix(called, "HostGetDevicePointer") && len(o.X.Args) > 1:
		if o.X.Args[1] != 0 {
			return w.value(x.fr, o.X.Args[1])
		}
	case allocates(called): // one call may allocate several
		return allocated(w.at(called+" for "+name, x.fr, x.op))
	}
	out := named(w.at("set", x.fr, x.op)) // one call may exchange those it is given
	out.Same = name + " " + out.Same
	return out
}

func allocates(name string) bool { return strings.Contains(strings.ToLower(name), "alloc") }

// entering returns the pointer in a place when its function is entered.
func (w *pointees) entering(p place, name string) sema.PointerArg {
	o := p.fr.f.Op(p.root.op)
	if o.Code != ir.OpParam {
		return named(name)
	}
	fn := p.fr.f.Instance.Function
	a := p.fr.arg(o.Int)
	switch {
	case a == 0 && o.X.Name == "this":
		return w.member(p, name)
	case a == 0:
		w.open = true
		out := named(name)
		i := int(o.Int) - flag(p.fr.f.Instance.This != nil)
		if p.path == "" && fn.Closure == nil && i >= 0 && i < len(fn.Params) && fn.Params[i].Name == o.X.Name {
			out.Bases[0].Function, out.Bases[0].Param = fn.QualifiedName(), i
		}
		return out
	case p.path == "":
		return w.value(p.fr.caller, a)
	}
	if q, ok := w.e.locate(p.fr.caller, a); ok {
		return w.held(p.fr.caller, p.fr.call, q.part(p.path), nil)
	}
	return named("*" + w.symbol(p.fr.caller, a) + p.path)
}
