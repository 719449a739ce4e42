package sema

import (
	"fmt"
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
	if depth >= maxCallDepth || fn == nil || len(fn.Params) == 0 || fn.Name == "main" {
		return nil
	}
	var out []*pointerFrame
	for _, call := range p.u.callsOf(fn) {
		caller := p.u.FunctionAt(call)
		list := call.Child(ast.FieldArguments)
		if caller == nil || caller == fn || list.ChildCount() > len(fn.Params) || dead(p.u, call) || !p.calls(call, fn) {
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
	if a.Null || len(a.Bases) == 0 {
		return b
	}
	if b.Null || len(b.Bases) == 0 {
		return a
	}
	if a.Same != b.Same {
		a.Same = ""
	}
	a.OffsetKnown = a.OffsetKnown && b.OffsetKnown && a.Offset == b.Offset
	a.Bases = append(slices.Clip(a.Bases), b.Bases...)
	return a
}

// value returns what a pointer expression of the function of a frame points into.
// at is where the value is used.
func (p *Pointers) value(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	p.steps++
	if depth++; depth > 40 || p.steps > 4000 {
		return PointerArg{Bases: []PointerBase{{Object: "?", Element: "?"}}}
	}
	if n.Is(ast.Identifier, ast.CallExpression) {
		if x, ok := p.u.expandAs(n, inExpression); ok {
			return p.value(fr, x, at, depth)
		}
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return p.value(fr, n.FirstChild(), at, depth)
	case ast.CastExpression:
		return p.value(fr, n.Child(ast.FieldValue), at, depth)
	case ast.Nullptr, ast.NumberLiteral, ast.False:
		return PointerArg{Null: true}
	case ast.Identifier:
		if n.Text() == "NULL" {
			return PointerArg{Null: true}
		}
		return p.name(fr, n, at, depth)
	case ast.FieldExpression, ast.QualifiedIdentifier, ast.This:
		return p.name(fr, n, at, depth)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			return p.address(fr, n.Child(ast.FieldArgument), at, depth)
		}
		return p.element(fr, n, n.Child(ast.FieldArgument), "0")
	case ast.SubscriptExpression:
		return p.element(fr, n, n.Child(ast.FieldArgument), p.index(n))
	case ast.BinaryExpression:
		return p.sum(fr, n, at, depth)
	case ast.ConditionalExpression:
		return either(p.value(fr, n.Child(ast.FieldConsequence), at, depth), p.value(fr, n.Child(ast.FieldAlternative), at, depth))
	case ast.CommaExpression:
		return p.value(fr, n.Child(ast.FieldRight), at, depth)
	case ast.AssignmentExpression:
		return p.value(fr, n.Child(ast.FieldRight), at, depth)
	case ast.NewExpression:
		return PointerArg{Bases: []PointerBase{{Object: placeName("new", n), Allocated: true}}, Same: placeName("new", n), OffsetKnown: true}
	case ast.CallExpression:
		return p.call(fr, n, at, depth)
	}
	return pointerNamed(n.Text())
}

func placeName(what string, n ast.Node) string {
	n = n.Origin()
	if !n.Valid() {
		return what // of a default argument, say: there is one place only
	}
	return fmt.Sprintf("%s at %s:%d", what, n.File().Source.Path, n.Span().Start)
}

// index spells the index of a subscript: a number, or "?".
func (p *Pointers) index(n ast.Node) string {
	if list := n.Child(ast.FieldIndices); list.ChildCount() == 1 {
		if k := p.b.Scope(n).Const(list.FirstChild()); k.Known() {
			return fmt.Sprint(k.Int)
		}
	}
	return "?"
}

// element is an element of an array of pointers.
func (p *Pointers) element(fr *pointerFrame, n, base ast.Node, index string) PointerArg {
	object := "elements of " + squeeze(base.Text())
	root := rootName(base)
	if l, _ := p.b.local(root); l != nil {
		object = "elements of " + placeName(squeeze(base.Text()), l.node)
		for _, w := range l.writes {
			if lastName(w.at.Child(ast.FieldFunction)) == "swap" {
				index = "?"
			}
		}
	}
	out := PointerArg{Bases: []PointerBase{{Object: object, Element: index}}, OffsetKnown: true}
	if !hasCall(n) {
		out.Same = placeName(squeeze(n.Text()), n.Enclosing(ast.ArgumentList, ast.InitializerList, ast.FunctionDefinition))
	}
	return out
}

func hasCall(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Is(ast.CallExpression, ast.UpdateExpression, ast.AssignmentExpression) {
			return true
		}
	}
	return false
}

func squeeze(text string) string {
	return strings.TrimPrefix(strings.Join(strings.Fields(text), ""), "this->")
}

// sum is pointer + index.
func (p *Pointers) sum(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	if n.Op() != ast.Add && n.Op() != ast.Sub {
		return pointerNamed(n.Text())
	}
	pointer, index := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	s := p.b.Scope(n)
	t := s.ExprType(pointer).Value()
	if n.Op() == ast.Add && (t == nil || t.Kind != Pointer) {
		if r := s.ExprType(index).Value(); r != nil && r.Kind == Pointer {
			pointer, index, t = index, pointer, r
		}
	}
	out := p.value(fr, pointer, at, depth)
	k := s.Const(index)
	if t == nil || t.Kind != Pointer || t.Elem == nil || t.Elem.Size <= 0 || !k.Known() || k.Int > 1<<40 || k.Int < -1<<40 {
		return out.moved(0, false)
	}
	if n.Op() == ast.Sub {
		k.Int = -k.Int
	}
	return out.moved(k.Int*t.Elem.Size, true)
}

// address is &lvalue.
func (p *Pointers) address(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return p.address(fr, n.FirstChild(), at, depth)
	case ast.SubscriptExpression: // &p[k]
		base := n.Child(ast.FieldArgument)
		out := p.value(fr, base, at, depth)
		list := n.Child(ast.FieldIndices)
		k := p.b.Scope(n).Const(list.FirstChild())
		t := p.b.Scope(n).ExprType(n)
		if list.ChildCount() != 1 || !k.Known() || t == nil || t.Size <= 0 || k.Int > 1<<40 || k.Int < -1<<40 {
			return out.moved(0, false)
		}
		return out.moved(k.Int*t.Size, true)
	case ast.PointerExpression:
		if n.Op() == ast.Mul {
			return p.value(fr, n.Child(ast.FieldArgument), at, depth)
		}
	case ast.FieldExpression: // &p->first
		if n.Op() == ast.Arrow {
			return p.value(fr, n.Child(ast.FieldArgument), at, depth).moved(0, false)
		}
		return p.address(fr, n.Child(ast.FieldArgument), at, depth).moved(0, false)
	}
	object := squeeze(n.Text())
	if l, _ := p.b.local(n); l != nil {
		object = placeName(object, l.node)
	}
	return PointerArg{Bases: []PointerBase{{Object: object, Allocated: true}}, Same: object, OffsetKnown: true}
}

// call is the result of a function.
func (p *Pointers) call(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	name := lastName(fn)
	if _, value := castCall(n); value.Valid() {
		return p.value(fr, value, at, depth)
	}
	if fn.Kind() == ast.FieldExpression {
		// v.data(), t.data_ptr<float>(): what the object holds.
		if list.ChildCount() == 0 {
			return p.held(fr, fn.Child(ast.FieldArgument), at, depth)
		}
		return pointerNamed(squeeze(n.Text()))
	}
	switch {
	case (name == "raw_pointer_cast" || name == "move" || name == "forward" || name == "data" || name == "addressof") && list.ChildCount() == 1:
		if name == "data" {
			return p.held(fr, list.FirstChild(), at, depth)
		}
		return p.value(fr, list.FirstChild(), at, depth)
	case allocates(name):
		return PointerArg{Bases: []PointerBase{{Object: placeName(name, n), Allocated: true}}, Same: placeName(name, n), OffsetKnown: true}
	}
	return pointerNamed(squeeze(n.Text()))
}

// held is what an object of a class holds.
func (p *Pointers) held(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	out := p.value(fr, n, at, depth)
	for i := range out.Bases {
		out.Bases[i].Object = "held by " + out.Bases[i].Object
	}
	if out.Same != "" {
		out.Same = "held by " + out.Same
	}
	return out
}

func allocates(name string) bool { return strings.Contains(strings.ToLower(name), "alloc") }
