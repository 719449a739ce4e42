package host

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// spotOf returns a name for the position of a node.
func spotOf(n ast.Node) string {
	i := n.Index()
	if n = n.Origin(); !n.Valid() {
		return "?" // of a default argument, say: there is one place only
	}
	return fmt.Sprintf("%s:%d.%d", n.File().Source.Path, n.Span().Start, i)
}

// chain returns a name for the calls of a frame.
func (fr *frame) chain() string {
	if fr.caller == nil {
		return ""
	}
	return fmt.Sprintf(" called by %%%d of %s%s", fr.call, spotOf(fr.caller.f.Instance.Function.Node), fr.caller.chain())
}

// at returns a name made from an operation in a frame.
func (w *pointees) at(what string, fr *frame, id ir.ID) string {
	return fmt.Sprintf("%s at %%%d of %s%s", what, id, spotOf(fr.f.Instance.Function.Node), fr.chain())
}

// name returns a name for a place.
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

// statement returns a name for the statement of an operation, in which a place has one value.
func (w *pointees) statement(fr *frame, id ir.ID) string {
	for fr.caller != nil && w.e.preservesPointers(fr.flow) {
		fr, id = fr.caller, fr.call
	}
	return " in " + spotOf(fr.f.Statement(id)) + fr.chain()
}

// version is statement for memory that is reached through pointers. It is the same for all
// statements if nothing in the function may change pointers there.
func (w *pointees) version(fr *frame, id ir.ID) string {
	for w.e.preservesPointers(fr.flow) {
		if fr.caller == nil {
			return ""
		}
		fr, id = fr.caller, fr.call
	}
	return w.statement(fr, id)
}

// preservesPointers reports whether nothing in a function may change a pointer in memory of others. It
// follows calls to a small depth, as each costs the lowering of a function.
func (e *evaluator) preservesPointers(f *flow) bool {
	known, ok := e.preserving[f]
	if !ok {
		e.preserving[f] = false // while it is found: it calls itself
		known = e.preservingDepth < maxPassed
		e.preservingDepth++
		for id := ir.ID(1); int(id) < f.f.Len() && known; id++ {
			known = e.operationPreservesPointers(f, f.f.Op(id))
		}
		e.preservingDepth--
		e.preserving[f] = known
	}
	return known
}

// operationPreservesPointers reports whether an operation changes no pointer in memory of other functions.
func (e *evaluator) operationPreservesPointers(f *flow, o *ir.Op) bool {
	switch o.Code {
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		r, far := f.rootOf(o.A)
		return !far && r.variable == nil || o.Type.Object().Arithmetic()
	case ir.OpCall:
		callee := e.flow(o.X.Callee)
		return callee != nil && e.preservesPointers(callee)
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

// pureMethods are the library's methods that return a pointer of the object and change nothing.
var pureMethods = map[string]bool{"data": true, "get": true, "begin": true, "cbegin": true, "end": true, "cend": true, "front": true, "back": true, "data_ptr": true,
	"size": true, "empty": true, "capacity": true, "const_data_ptr": true, "at": true, "length": true}

// pure reports whether a call is of a method outside the sources, like data(), that only returns a
// pointer to what its object holds.
func pure(f *flow, o *ir.Op) bool {
	if !pureMethods[o.X.Name] || o.A == 0 {
		return false
	}
	t := f.f.Op(o.A).Type.Object() // get of a pointer that owns; that of a pool gives another one each time
	return o.X.Name != "get" || t != nil && strings.Contains(t.Name, "ptr")
}

// harmless reports whether an external function cannot change a pointer of the program whose
// address it does not get.
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

// maxSymbol limits the depth of a symbol.
const maxSymbol = 12

// symbol returns a symbolic expression for the value of an operation: values with equal ones
// are equal, unless they have a call of an external function, with parentheses, in them.
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
			w.noteOpen(p)
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

// content returns a symbolic expression for the value in a place at an operation.
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
	w.noteOpen(p)
	if o := p.fr.f.Op(p.root.op); o.Code == ir.OpParam && p.path == "" {
		if a := p.fr.arg(o.Int); a != 0 {
			return w.spell(p.fr.caller, a, depth)
		}
	}
	return "*" + w.name(p)
}

// noteOpen sets open if a place is a parameter of a function without a known caller.
func (w *pointees) noteOpen(p place) {
	if p.fr == nil {
		return
	}
	o := p.fr.f.Op(p.root.op)
	w.open = w.open || o.Code == ir.OpParam && p.fr.arg(o.Int) == 0
}
