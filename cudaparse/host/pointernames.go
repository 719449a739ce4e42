package host

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// spotOf names a place in the source.
func spotOf(n ast.Node) string {
	i := n.Index()
	if n = n.Origin(); !n.Valid() {
		return "?" // of a default argument, say: there is one place only
	}
	return fmt.Sprintf("%s:%d.%d", n.File().Source.Path, n.Span().Start, i)
}

// chain names the calls that lead to a frame.
func (fr *frame) chain() string {
	if fr.caller == nil {
		return ""
	}
	return fmt.Sprintf(" called by %%%d of %s%s", fr.call, spotOf(fr.caller.f.Instance.Function.Node), fr.caller.chain())
}

// at names something by an operation.
func (w *pointees) at(what string, fr *frame, id ir.ID) string {
	return fmt.Sprintf("%s at %%%d of %s%s", what, id, spotOf(fr.f.Instance.Function.Node), fr.chain())
}

// name names a place.
func (w *pointees) name(p place) string {
	if p.fr == nil {
		return p.root.variable.QualifiedName() + p.path
	}
	name := ""
	if o := p.fr.f.Op(p.root.op); o.X != nil {
		name = o.X.Name
	}
	return w.at(name+p.path, p.fr, p.root.op)
}

// statement names the statement in which an operation reads: within it, one place holds one
// value.
func (w *pointees) statement(fr *frame, id ir.ID) string {
	for fr.caller != nil && w.e.settled(fr.flow) {
		fr, id = fr.caller, fr.call
	}
	return " in " + spotOf(fr.f.Statement(id)) + fr.chain()
}

// version is statement for memory that is reached through pointers. Where nothing in the
// function may change pointers there, all readings are of one value.
func (w *pointees) version(fr *frame, id ir.ID) string {
	for w.e.settled(fr.flow) {
		if fr.caller == nil {
			return ""
		}
		fr, id = fr.caller, fr.call
	}
	return w.statement(fr, id)
}

// settled reports whether nothing in a function may change a pointer in memory that is not
// its own. Calls are followed a few deep, as each costs the lowering of a function.
func (e *evaluator) settled(f *flow) bool {
	known, ok := e.settles[f]
	if !ok {
		e.settles[f] = false // while it is found: it calls itself
		known = e.settling < maxPassed
		e.settling++
		for id := ir.ID(1); int(id) < f.f.Len() && known; id++ {
			known = e.keeps(f, f.f.Op(id))
		}
		e.settling--
		e.settles[f] = known
	}
	return known
}

// keeps reports whether an operation changes no pointer in memory that is not of its function.
func (e *evaluator) keeps(f *flow, o *ir.Op) bool {
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		r, far := f.rootOf(o.A)
		return !far && r.variable == nil || o.Type.Object().Arithmetic()
	case ir.OpCall:
		callee := e.flow(o.X.Callee)
		return callee != nil && e.settled(callee)
	case ir.OpExternal:
		if !harmless(f, o) {
			return false
		}
		for i, a := range o.X.Args {
			if a == 0 || readsOnly(o.X.Name, i) || !ir.IsKind(f.f.Op(a).Type, sema.Pointer) {
				continue
			}
			for f.f.Op(a).Code == ir.OpConvert {
				a = f.f.Op(a).A
			}
			if r, far := f.rootOf(a); f.f.Op(a).Code == ir.OpAddress && (far || r.variable != nil) && ir.IsKind(f.f.Op(a).Type, sema.Pointer) && ir.IsKind(f.f.Op(a).Type.Elem, sema.Pointer) {
				return false
			}
		}
	case ir.OpUnknown:
		return !o.Node.Is(ast.Error)
	}
	return true
}

// pureMethods are those of the library that return what an object holds, and
// change nothing.
var pureMethods = map[string]bool{"data": true, "get": true, "begin": true, "cbegin": true, "end": true, "cend": true, "front": true, "back": true, "data_ptr": true,
	"size": true, "empty": true, "capacity": true, "const_data_ptr": true, "at": true, "length": true}

// pure reports whether a method out of sight returns what its object holds, and changes
// nothing.
func pure(f *flow, o *ir.Op) bool {
	if !pureMethods[o.X.Name] || o.A == 0 {
		return false
	}
	t := f.f.Op(o.A).Type.Object() // get of a pointer that owns; that of a pool gives another one each time
	return o.X.Name != "get" || t != nil && strings.Contains(t.Name, "ptr")
}

// harmless reports whether a function out of sight cannot change a pointer of the program,
// as far as it is not given the pointer's address.
func harmless(f *flow, o *ir.Op) bool {
	name := o.X.Name
	if o.Flags.Has(ir.Method) {
		return pure(f, o)
	}
	for _, prefix := range []string{"cuda", "print", "fprint", "raw_pointer_cast"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == "data" || name == "min" || name == "max"
}

// maxSymbol bounds the depth of a symbol.
const maxSymbol = 12

// symbol spells the value that an operation yields: values with one spelling are the same,
// but for calls of functions out of sight, which have parentheses.
func (w *pointees) symbol(fr *frame, id ir.ID) string { return w.spell(fr, id, 0) }

func (w *pointees) spell(fr *frame, id ir.ID, depth int) string {
	o := fr.f.Op(id)
	if w.steps++; depth > maxSymbol || w.steps > maxPointerSteps {
		return w.at("()", fr, id)
	}
	depth++
	switch o.Code {
	case ir.OpConst:
		return fmt.Sprint(o.Int)
	case ir.OpNull:
		return "0"
	case ir.OpConvert, ir.OpAddress, ir.OpBind, ir.OpBase:
		return w.spell(fr, o.A, depth)
	case ir.OpMember:
		return w.spell(fr, o.A, depth) + "." + o.X.Field.Name
	case ir.OpIndex:
		return w.spell(fr, o.A, depth) + "[" + w.spell(fr, o.B, depth) + "]"
	case ir.OpBinary:
		return "{" + w.spell(fr, o.A, depth) + fmt.Sprint(o.Operator) + w.spell(fr, o.B, depth) + "}"
	case ir.OpVar, ir.OpNew, ir.OpGlobal, ir.OpParam:
		if p, ok := w.e.locate(fr, id); ok {
			w.opens(p)
			return w.name(p)
		}
	case ir.OpLoad:
		p, ok := w.e.locate(fr, o.A)
		if !ok {
			return "*" + w.spell(fr, o.A, depth) + w.version(fr, id)
		}
		if !ir.IsKind(o.Type, sema.Pointer) && !o.Type.Object().Arithmetic() {
			return w.name(p) // of a class, whatever it is made from
		}
		return w.content(fr, id, p, depth)
	case ir.OpCall, ir.OpExternal, ir.OpUnknown:
		if o.X == nil {
			break
		}
		name := o.X.Name
		if o.Code == ir.OpCall {
			name = o.X.Callee.Function.Name
		}
		args := make([]string, len(o.X.Args))
		for i, a := range o.X.Args {
			if a != 0 {
				args[i] = w.spell(fr, a, depth)
			}
		}
		if o.A != 0 {
			name = w.spell(fr, o.A, depth) + "." + name
		}
		// The members of a tuple differ in them alone.
		name += o.Node.Child(ast.FieldFunction).LastName().Parent().ChildOf(ast.TemplateArgumentList).Text()
		return name + "(" + strings.Join(args, ",") + ")"
	}
	return w.at("()", fr, id)
}

// content spells what a place holds where an operation runs.
func (w *pointees) content(fr *frame, at ir.ID, p place, depth int) string {
	if p.fr == nil {
		return "*" + w.name(p) + w.version(fr, at)
	}
	found := w.e.reaching(fr, at, p)
	if len(found.writes) != 1 || found.unknown || w.e.shared(p) {
		return "*" + w.name(p) + w.statement(fr, at)
	}
	x := found.writes[0]
	if !x.entry {
		if o := x.fr.f.Op(x.op); o.Code == ir.OpStore {
			return w.spell(x.fr, o.B, depth)
		}
		return "*" + w.name(p) + w.at("", x.fr, x.op)
	}
	w.opens(p)
	if o := p.fr.f.Op(p.root.op); o.Code == ir.OpParam && p.path == "" {
		if a := p.fr.arg(o.Int); a != 0 {
			return w.spell(p.fr.caller, a, depth)
		}
	}
	return "*" + w.name(p)
}

// opens notes that an answer depends on a parameter of which nothing is known.
func (w *pointees) opens(p place) {
	if p.fr == nil {
		return
	}
	o := p.fr.f.Op(p.root.op)
	w.open = w.open || o.Code == ir.OpParam && p.fr.arg(o.Int) == 0
}
