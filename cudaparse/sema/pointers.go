package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A PointerArg is what is known of one argument of a launch that is a pointer.
type PointerArg struct {
	// Pointer is set where the argument is, or may be, a pointer; Null where it is
	// a null pointer.
	Pointer, Null bool
	// Bases are the objects that it may point into.
	Bases []PointerBase
	// Same names the pointer that the argument is computed from: arguments of one
	// launch with the same name are computed from one value. It is "" where it is
	// not known. Offset is how many bytes further on the argument points, where
	// OffsetKnown is set.
	Same        string
	Offset      int64
	OffsetKnown bool
}

// A PointerBase is an object that a pointer may point into.
type PointerBase struct {
	// Object names it within one way of a launch.
	Object string
	// Element is the index, for an element of an array of pointers: two elements
	// are apart if their indexes are different numbers; "?" is any of them.
	Element string
	// Allocated is set for memory of its own: an allocation, a variable. It is
	// apart from every other such object. What is not may be the same under
	// another name.
	Allocated bool
	// Function is the qualified name of the function of which it is parameter
	// number Param, where no call of that function is in sight.
	Function string
	Param    int
}

// Overlap returns the pairs of arguments that may point into one object, as far
// as the source tells, the smaller index first.
func Overlap(rows [][]PointerArg) [][2]int {
	var out [][2]int
	for _, row := range rows {
		for j := range row {
			for i := range j {
				if meet, _ := row[i].Overlaps(row[j]); meet && !slices.Contains(out, [2]int{i, j}) {
					out = append(out, [2]int{i, j})
				}
			}
		}
	}
	return out
}

// Overlaps reports whether a and b may point into one object, as far as the source
// tells; apart is set where they certainly do not.
func (a PointerArg) Overlaps(b PointerArg) (overlaps, apart bool) {
	apart = true
	for _, x := range a.Bases {
		for _, y := range b.Bases {
			if x.Object == y.Object && (x.Element == y.Element || x.Element == "?" || y.Element == "?") {
				return true, false
			}
			apart = apart && x.Allocated && y.Allocated
		}
	}
	return false, apart
}

// maxPointerRows bounds the ways of one launch that are told apart.
const maxPointerRows = 16

// Pointers answers what pointers of host code point into. It serves one
// goroutine.
type Pointers struct {
	u     *Unit
	b     *Bodies
	busy  map[pointerQuestion]bool
	steps int
	// writes are the places that write to variables that are not local, by the
	// last part of the name.
	writes map[string][]memberWrite
	// steadies remembers what steady found.
	steadies map[string]bool
	scanned  int // nodes, for that
	// params is set where an answer rests on a parameter of the function.
	params bool
}

type pointerQuestion struct {
	local *hostLocal
	text  string
	at    ast.Node
}

// A memberWrite is a write to a member or to a variable of the file.
type memberWrite struct {
	text  string // of the left side
	value ast.Node
	call  ast.Node // that is given its address
	// constructor is set for a member initialiser.
	constructor *Function
}

// A pointerFrame is one way a host function is called.
type pointerFrame struct {
	fn     *Function
	args   []ast.Node
	caller *pointerFrame
}

// Pointers returns a new Pointers for the unit.
func (u *Unit) Pointers() *Pointers {
	return &Pointers{u: u, b: u.Bodies(), busy: map[pointerQuestion]bool{}}
}

// Launch returns what the arguments of a launch point into: one row for each way
// in which the function around the launch is called in this unit, up to three
// callers up.
func (p *Pointers) Launch(l *Launch) [][]PointerArg {
	if l.pointers != nil || !l.Node.Valid() {
		return l.pointers
	}
	fn := p.u.FunctionAt(l.Node)
	var args []ast.Node
	for _, a := range l.Args {
		args = append(args, a.Node)
	}
	return p.rows(fn, args, func(i int) bool { return pointerLike(l.Args[i].Type) })
}

// Call returns the same of a call of a function.
func (p *Pointers) Call(call ast.Node) [][]PointerArg {
	var args []ast.Node
	for a := range call.Child(ast.FieldArguments).Children() {
		args = append(args, a)
	}
	return p.rows(p.u.FunctionAt(call), args, func(int) bool { return true })
}

func pointerLike(t *Type) bool {
	t = t.Object()
	return t == nil || t.Kind == Pointer || t.Kind == Array || t.Kind == NullPointer || t.Kind == Int || !t.Arithmetic()
}

func (p *Pointers) rows(fn *Function, args []ast.Node, pointer func(i int) bool) [][]PointerArg {
	p.steps, p.params = 0, false
	row := func(fr *pointerFrame) []PointerArg {
		out := make([]PointerArg, len(args))
		for i, a := range args {
			if pointer(i) && a.Valid() {
				out[i] = p.arg(fr, a)
			}
		}
		return out
	}
	first := row(&pointerFrame{fn: fn})
	if !p.params || fn == nil {
		return [][]PointerArg{first}
	}
	var out [][]PointerArg
	for _, fr := range p.frames(fn, 0) {
		if len(out) == maxPointerRows {
			break
		}
		out = append(out, row(fr))
	}
	if len(out) == 0 {
		out = [][]PointerArg{first}
	}
	return out
}

// frames returns the ways a function is called in the unit.
func (p *Pointers) frames(fn *Function, depth int) []*pointerFrame {
	if depth >= MaxCallers || fn == nil || len(fn.Params) == 0 || fn.Name == "main" {
		return nil
	}
	var out []*pointerFrame
	for _, call := range p.u.CallersOf(fn) {
		caller := p.u.FunctionAt(call)
		list := call.Child(ast.FieldArguments)
		if caller == nil || caller == fn || list.ChildCount() > len(fn.Params) || p.u.Inactive(call, false) || !p.calls(call, fn) {
			continue
		}
		var args []ast.Node
		for a := range list.Children() {
			args = append(args, a)
		}
		outer := p.frames(caller, depth+1)
		if len(outer) == 0 {
			outer = []*pointerFrame{{fn: caller}}
		}
		for _, o := range outer {
			if len(out) < maxPointerRows {
				out = append(out, &pointerFrame{fn: fn, args: args, caller: o})
			}
		}
	}
	return out
}

// calls reports whether a call may be one of a function.
func (p *Pointers) calls(call ast.Node, fn *Function) bool {
	callee := call.Child(ast.FieldFunction)
	if callee.Kind() == ast.FieldExpression {
		return fn.Record != nil
	}
	candidates, _ := p.b.Scope(call).FunctionsNamed(callee)
	return slices.Contains(candidates, fn)
}

// arg describes one argument.
func (p *Pointers) arg(fr *pointerFrame, n ast.Node) PointerArg {
	out := p.value(fr, n, n, 0)
	out.Pointer = true
	out.Bases = append(out.Bases, p.members(fr, n)...)
	slices.SortFunc(out.Bases, func(a, b PointerBase) int {
		return strings.Compare(a.Object+"["+a.Element, b.Object+"["+b.Element)
	})
	out.Bases = slices.Compact(out.Bases)
	return out
}

// members returns what the pointers in a struct that is passed point into.
func (p *Pointers) members(fr *pointerFrame, n ast.Node) []PointerBase {
	l, own := p.b.local(n)
	if l == nil || l.isType {
		return nil
	}
	t := p.b.h.localType(own, l).Object()
	if t == nil || t.Kind != RecordKind || t.Record == nil {
		return nil
	}
	var out []PointerBase
	for i, f := range t.Record.Fields {
		if i < 32 && f.Type != nil && f.Type.Kind == Pointer {
			out = append(out, p.variable(fr, own, l, f.Name, n, 0).Bases...)
		}
	}
	return out
}

// pointerNamed is a pointer of which only the name is known.
func pointerNamed(object string) PointerArg {
	return PointerArg{Bases: []PointerBase{{Object: object}}, Same: object, OffsetKnown: true}
}

func (a PointerArg) moved(bytes int64, known bool) PointerArg {
	a.Offset += bytes
	a.OffsetKnown = a.OffsetKnown && known
	return a
}

// either is a pointer that is one or the other.
func either(a, b PointerArg) PointerArg {
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
	a.Bases = append(slices.Clip(a.Bases), b.Bases...)
	return a
}
