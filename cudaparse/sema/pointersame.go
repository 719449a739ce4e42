package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// statement names a value by the statement, or the argument list, in which it is
// read: within it, one spelling is one value.
func statement(name string, at ast.Node) string {
	return placeName(name, at.Enclosing(ast.ArgumentList, ast.InitializerList, ast.Declaration, ast.ExpressionStatement))
}

// reading names the value of an lvalue that is made of some names. Where nothing
// in the function around may change it, all readings are of one value.
func (p *Pointers) reading(name string, at ast.Node, names ...string) string {
	if in := at.Enclosing(ast.FunctionDefinition); in.Valid() && p.steady(in, names) {
		return placeName(name, in)
	}
	return statement(name, at)
}

// namesIn returns the identifiers in an expression.
func namesIn(n ast.Node) []string {
	var out []string
	for d := range n.Descendants() {
		if d.Is(ast.Identifier, ast.FieldIdentifier) {
			out = append(out, d.Text())
		}
	}
	if len(out) == 0 {
		out = append(out, n.Text())
	}
	return out
}

// pureMethods are those of the library that return what an object holds, and
// change nothing.
var pureMethods = map[string]bool{"data": true, "get": true, "begin": true, "cbegin": true, "end": true, "cend": true, "front": true, "back": true, "data_ptr": true,
	"size": true, "empty": true, "capacity": true, "const_data_ptr": true, "at": true, "length": true}

// maxScanned bounds the nodes that are looked at for what may change a name.
const maxScanned = 20_000_000

// scan reports whether there is work left to look through a function.
func (p *Pointers) scan(in ast.Node) bool {
	p.scanned += in.End() - in.Index()
	return p.scanned < maxScanned
}

// steady reports whether nothing in a function may change what is read by some
// names: no assignment, no address, no function that could reach it.
func (p *Pointers) steady(in ast.Node, names []string) bool {
	key := placeName(strings.Join(names, " "), in)
	if s, ok := p.steadies[key]; ok {
		return s
	}
	if p.steadies == nil {
		p.steadies = map[string]bool{}
	}
	if !p.scan(in) {
		return false
	}
	made := map[string]bool{}
	for _, name := range names {
		made[name] = true
	}
	mentions := func(n ast.Node) bool {
		if n.Is(ast.Identifier, ast.FieldIdentifier) {
			return made[n.Text()]
		}
		for d := range n.Descendants() {
			if d.Is(ast.Identifier, ast.FieldIdentifier) && made[d.Text()] {
				return true
			}
		}
		return false
	}
	declared := map[string]int{}
	ok := true
	for n := range in.Descendants() {
		switch n.Kind() {
		case ast.AssignmentExpression:
			left := n.Child(ast.FieldLeft)
			ok = left.Kind() != ast.PointerExpression && !mentions(left)
			if ok && left.Kind() == ast.SubscriptExpression { // may be the same element, by another name
				ok = p.b.Scope(left).ExprType(left).Value().Arithmetic()
			}
		case ast.UpdateExpression:
			ok = !mentions(n.Child(ast.FieldArgument))
		case ast.PointerExpression:
			ok = n.Op() != ast.And || !made[rootName(n.Child(ast.FieldArgument)).Text()] || n.Child(ast.FieldArgument).Kind() == ast.SubscriptExpression
		case ast.LambdaExpression, ast.GotoStatement:
			ok = false
		case ast.ReferenceDeclarator:
			ok = n.Parent().Kind() != ast.InitDeclarator || !mentions(n.Parent().Child(ast.FieldValue))
		case ast.InitDeclarator:
			if name := n.Child(ast.FieldDeclarator); name.Kind() == ast.Identifier {
				declared[name.Text()]++
			}
		case ast.CallExpression:
			ok = harmless(n) && (n.Child(ast.FieldFunction).Kind() != ast.FieldExpression || !mentions(n) || p.pure(n))
		}
		if !ok {
			break
		}
	}
	for name := range made {
		ok = ok && declared[name] < 2
	}
	p.steadies[key] = ok
	return ok
}

// harmless reports whether a call cannot change a pointer of the program, as far
// as it is not given the pointer's address.
func harmless(call ast.Node) bool {
	fn := call.Child(ast.FieldFunction)
	if call.ChildOf(ast.KernelCallSyntax).Valid() {
		return true
	}
	if fn.Kind() == ast.FieldExpression {
		return pureMethods[lastName(fn.Child(ast.FieldField))]
	}
	name := lastName(fn)
	for _, prefix := range []string{"cuda", "print", "fprint", "raw_pointer_cast", "static_cast", "reinterpret_cast", "const_cast"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == "data" || name == "dim3"
}

// pure reports whether a method that is called, and takes no arguments, returns
// what its object holds and changes nothing: by its declaration, if that is in
// sight, or by its name.
func (p *Pointers) pure(call ast.Node) bool {
	fn := call.Child(ast.FieldFunction)
	name, object := lastName(fn.Child(ast.FieldField)), fn.Child(ast.FieldArgument)
	if !pureMethods[name] {
		return false
	}
	t := p.b.Scope(object).ExprType(object).Object()
	if t != nil && t.Kind == Pointer {
		t = t.Elem.Object()
	}
	if t != nil && t.Record != nil {
		if methods := t.Record.MethodsNamed(name); len(methods) > 0 {
			for _, f := range methods {
				body := f.Body
				if !f.Const && (body.ChildCount() != 1 || body.FirstChild().Kind() != ast.ReturnStatement || hasCall(body)) {
					return false
				}
			}
			return true
		}
	}
	if name != "get" {
		return true
	}
	// Of a pointer that owns; a pool's gives another each time.
	if l, _ := p.b.local(rootName(object)); l != nil {
		return strings.Contains(l.decl.Child(ast.FieldType).Text(), "ptr")
	}
	for d := range call.Enclosing(ast.FunctionDefinition).Descendants() { // owner u(p), which may be a function
		if d.Kind() == ast.Declaration && d.Child(ast.FieldDeclarator).DeclaredName().Text() == object.Text() {
			return strings.Contains(d.Child(ast.FieldType).Text(), "ptr")
		}
	}
	return false
}

// result is the result of a function of which no more is known than what its body
// returns, if that is in sight.
func (p *Pointers) result(fr *pointerFrame, n, at ast.Node, depth int) PointerArg {
	out := pointerNamed(squeeze(n.Text()))
	out.Same = "" // another call may return something else
	callee := n.Child(ast.FieldFunction)
	if callee.Kind() == ast.FieldExpression {
		return out
	}
	f := p.callee(n)
	if f == nil {
		return out
	}
	var args []ast.Node
	for a := range n.Child(ast.FieldArguments).Children() {
		args = append(args, a)
	}
	if f.Body.Valid() {
		if v, ok := p.returned(f, &pointerFrame{fn: f, args: args, caller: fr}, n, depth); ok {
			return v
		}
	}
	// What it returns may be what it is given.
	to := f.Scope.ResultType(f).Value()
	if to == nil || to.Kind != Pointer {
		return out
	}
	for _, a := range args {
		if t := p.b.Scope(a).ExprType(a).Value(); t != nil && t.Kind == Pointer && samePointee(t, to) {
			out.Bases = append(out.Bases, p.value(fr, a, at, depth).Bases...)
		}
	}
	return out
}

func samePointee(a, b *Type) bool {
	x, y := a.Elem.Value(), b.Elem.Value()
	return x != nil && y != nil && x.Kind == y.Kind && x.Name == y.Name
}

// callee returns the one function that a call by name means, nil where there are
// more or none.
func (p *Pointers) callee(call ast.Node) *Function {
	fn := call.Child(ast.FieldFunction)
	if in := p.u.FunctionAt(call); in != nil && in.Record != nil && fn.Kind() == ast.Identifier {
		if methods := in.Record.MethodsNamed(fn.Text()); len(methods) > 0 {
			if len(methods) == 1 {
				return methods[0]
			}
			return nil
		}
	}
	if candidates, _ := p.b.Scope(call).FunctionsNamed(fn); len(candidates) == 1 {
		return candidates[0]
	}
	return nil
}

// returned is what the body of a function returns: what it allocates, one of its
// parameters, or a member. ok is false where that is not certain.
func (p *Pointers) returned(f *Function, fr *pointerFrame, call ast.Node, depth int) (out PointerArg, ok bool) {
	fresh, first := true, true
	for d := range f.Body.Descendants() {
		if d.Kind() != ast.ReturnStatement || !d.FirstChild().Valid() {
			continue
		}
		v := p.value(fr, d.FirstChild(), d.FirstChild(), depth)
		for _, b := range v.Bases {
			name, _, _ := strings.Cut(b.Object, " at ")
			fresh = fresh && b.Allocated && (allocates(name) || name == "new")
		}
		if v.Null {
			v = PointerArg{}
		}
		if first {
			out, first = v, false
		} else {
			out = either(out, v)
		}
	}
	if len(out.Bases) == 0 {
		return out, false
	}
	if fresh {
		// Memory of its own, of this call.
		here := placeName("allocated by "+f.Name, call)
		return PointerArg{Bases: []PointerBase{{Object: here, Allocated: true}}, Same: here, OffsetKnown: true}, true
	}
	if f.Body.ChildCount() != 1 || hasCall(f.Body) || f.Body.FirstChild().Kind() != ast.ReturnStatement {
		out.Same = ""
		return out, true
	}
	switch e := stripCasts(f.Body.FirstChild().FirstChild()); {
	case !e.Is(ast.Identifier, ast.FieldExpression):
		out.Same = "" // one of several, say
	case !parameter(f, rootName(e).Text()):
		out.Same = statement(out.Bases[0].Object, call) // a member, as it is now
	}
	return out, true
}

func parameter(f *Function, name string) bool {
	for _, q := range f.Params {
		if name != "" && q.Name == name {
			return true
		}
	}
	return false
}

func stripCasts(n ast.Node) ast.Node {
	for n.Is(ast.CastExpression, ast.ParenthesizedExpression) {
		if n.Kind() == ast.CastExpression {
			n = n.Child(ast.FieldValue)
		} else {
			n = n.FirstChild()
		}
	}
	return n
}

// calledOn reports whether a function calls a method of a variable that may change
// it.
func (p *Pointers) calledOn(in ast.Node, name string) bool {
	key := placeName("methods of "+name, in)
	if s, ok := p.steadies[key]; ok {
		return s
	}
	if p.steadies == nil {
		p.steadies = map[string]bool{}
	}
	found := !p.scan(in)
	for n := range in.Descendants() {
		if found {
			break
		}
		if f := n.Child(ast.FieldFunction); n.Kind() == ast.CallExpression && f.Kind() == ast.FieldExpression {
			found = rootName(f.Child(ast.FieldArgument)).Text() == name && !pureMethods[lastName(f.Child(ast.FieldField))]
		}
	}
	p.steadies[key] = found
	return found
}
