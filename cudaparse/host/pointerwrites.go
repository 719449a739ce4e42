package host

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// result returns the pointer that a call returns.
func (w *pointees) result(fr *frame, id ir.ID, o *ir.Op) sema.PointerArg {
	name := o.X.Name
	switch {
	case o.Code == ir.OpCall:
		if out, ok := w.returned(fr, id); ok {
			return out
		}
		name = o.X.Callee.Function.Name
	case o.Flags.Has(ir.Method):
		if len(o.X.Args) == 0 && o.A != 0 { // v.data(), t.data_ptr<float>()
			return w.holds(fr, o.A, pure(fr.flow, o))
		}
	case len(o.X.Args) == 1 && o.X.Args[0] != 0:
		switch name {
		case "raw_pointer_cast", "move", "forward", "addressof":
			return w.value(fr, o.X.Args[0])
		case "data":
			return w.holds(fr, o.X.Args[0], true)
		}
	}
	if allocates(name) {
		return allocated(w.at(name, fr, id))
	}
	out := named(w.symbol(fr, id))
	out.Same = "" // another call may return something else
	for _, a := range o.X.Args {
		if a != 0 && samePointee(fr.f.Op(a).Type, o.Type) { // what it returns may be what it is given
			out.Bases = append(out.Bases, w.value(fr, a).Bases...)
		}
	}
	return out
}

// holds returns the pointer that a method of an object returns: the one in the object.
func (w *pointees) holds(fr *frame, object ir.ID, pure bool) sema.PointerArg {
	out := w.value(fr, object)
	bases := make([]sema.PointerBase, len(out.Bases))
	for i, b := range out.Bases {
		if !strings.HasPrefix(b.Object, "held by ") {
			b.Object = "held by " + b.Object
		}
		bases[i] = b
	}
	out.Bases = bases
	if !pure {
		out.Same = ""
	}
	return out
}

func samePointee(a, b *sema.Type) bool {
	if !ir.IsKind(a, sema.Pointer) || !ir.IsKind(b, sema.Pointer) {
		return false
	}
	x, y := ir.Strip(a).Elem.Value(), ir.Strip(b).Elem.Value()
	return x != nil && y != nil && x.Kind == y.Kind && x.Name == y.Name
}

// returned returns the pointer that the body of a function returns; ok is false if it is not
// known.
func (w *pointees) returned(fr *frame, id ir.ID) (out sema.PointerArg, ok bool) {
	callee := w.e.callee(fr, id)
	if callee == nil {
		return out, false
	}
	for _, ret := range callee.returns {
		a := callee.f.Op(ret).A
		if yes, known := w.e.runs(callee, ret); a == 0 || known && !yes {
			continue
		}
		v := w.value(callee, a)
		if v.Null {
			out.Same = ""
			continue
		}
		out = either(out, v)
	}
	return out, len(out.Bases) > 0
}

// member returns the pointer in a data member when a method is called: the union of what
// constructors and other methods of the class store there.
func (w *pointees) member(p place, name string) sema.PointerArg {
	this := p.fr.f.Instance.This
	out := named(name)
	if this == nil || this.Record == nil || p.path == "" {
		return out
	}
	out = named("member " + p.path[1:] + " of " + this.Record.Name + " at " + spotOf(this.Record.Node))
	key := memberKey{this.Record, p.path}
	if w.e.filling[key] {
		return out
	}
	w.e.filling[key] = true
	defer delete(w.e.filling, key)
	same := out.Same
	if found := w.storedInMember(p, this); len(found.Bases) > 0 {
		out = found
	}
	out.Same, out.Offset, out.OffsetKnown = same, 0, true
	return out
}

// storedInMember returns the union of the pointers that constructors and methods of a class store in a
// member.
func (w *pointees) storedInMember(p place, this *sema.Type) (found sema.PointerArg) {
	defer w.withoutCallers()(&found)
	for _, f := range slices.Concat(sema.MembersOf(this.Record.Complete()).Methods[this.Record.Name], w.e.writersOf(p.path)) {
		if f.Record == nil || f.Record.Node != this.Record.Node || f.OnDevice() {
			continue
		}
		bare := w.e.bare(f)
		if bare == nil || len(bare.f.Params) == 0 {
			continue
		}
		to := place{fr: bare, root: root{op: bare.f.Params[0]}, path: p.path}
		s := &search{e: w.e, to: to, candidates: map[*frame][]ir.ID{}}
		s.inCallee(bare)
		for _, x := range s.writes {
			if !x.entry {
				found = either(found, w.written(x, to, w.name(to)))
			}
		}
	}
	return found
}

// withoutCallers evaluates other functions without known callers, until the returned function is called.
func (w *pointees) withoutCallers() func(*sema.PointerArg) {
	open := w.open
	return func(found *sema.PointerArg) {
		w.open = open
		found.Bases = slices.Clone(found.Bases)
		for i := range found.Bases {
			found.Bases[i].Function, found.Bases[i].Param = "", 0
		}
	}
}

// global returns the pointer in a variable of the unit: the union of what all functions store.
func (w *pointees) global(fr *frame, at ir.ID, p place, t *sema.Type) sema.PointerArg {
	name := w.name(p)
	same := name + w.version(fr, at)
	if strings.Contains(p.path, "[") {
		return w.part(p, same)
	}
	out := sema.PointerArg{}
	key := memberKey{path: name}
	if owns(t) {
		out = named("held by " + name)
		out.Bases[0].Allocated = true
	} else if !w.e.filling[key] {
		w.e.filling[key] = true
		defer delete(w.e.filling, key)
		out = w.assigned(p, name)
	}
	if len(out.Bases) == 0 {
		out = named(name)
	}
	out.Same, out.Offset, out.OffsetKnown = same, 0, true
	return out
}

// assigned returns the union of the pointers that functions of the unit store in a part of a
// variable.
func (w *pointees) assigned(p place, name string) (out sema.PointerArg) {
	defer w.withoutCallers()(&out)
	for _, f := range w.e.writersOf("." + p.root.variable.Name) {
		bare := w.e.bare(f)
		if bare == nil {
			continue
		}
		for _, id := range bare.writes[p.root] {
			o := bare.f.Op(id)
			if o.Code == ir.OpStore || o.Code == ir.OpCopy || o.Code == ir.OpZero || o.Code == ir.OpForget {
				if q, ok := w.e.locate(bare, o.A); !ok || !q.covers(p) {
					continue
				}
			}
			out = either(out, w.written(write{fr: bare, op: id}, p, name))
		}
	}
	return out
}

// maxWriters limits the number of functions that are searched for writes to one name.
const maxWriters = 32

// writersOf returns the functions that may write to a member or variable, which is the first
// name of a path.
func (e *evaluator) writersOf(path string) []*sema.Function {
	name, _, _ := strings.Cut(path[1:], ".")
	if out, known := e.writing[name]; known {
		return out
	}
	out := e.unit.WritersOf(name)
	out = out[:min(len(out), maxWriters)]
	e.writing[name] = out
	return out
}
