package texture

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An Object is a texture object or a surface object: a call that creates one.
type Object struct {
	// Call is the call, In the function around it.
	Call ast.Node
	In   *sema.Function
	// Surface is set for a surface object.
	Surface bool
	// Resource and Sampling are what the descriptors hold at the call. A surface has no Sampling.
	Resource, Sampling Fields
	// Handle is the variable that holds the object, as its declaration; it is not valid if that
	// is not known.
	Handle ast.Node
}

// Fields are the values of the members of a descriptor.
type Fields struct {
	values map[string]ast.Node // an invalid node is a value that is not known
	zeroed bool                // the others are zero
}

// Value returns the expression that was assigned to a member, such as "filterMode" or
// "res.linear.devPtr". The expression is not valid for a member that is zero by default. ok is
// false if it is not known.
func (f *Fields) Value(member string) (value ast.Node, ok bool) {
	if f.values == nil {
		return value, false
	}
	v, assigned := f.values[member]
	if assigned {
		return v, v.Valid()
	}
	return v, f.zeroed
}

// Is reports whether a member is certainly the enumerator. zero is set for the one with the value
// 0.
func (f *Fields) Is(member, enumerator string, zero bool) bool {
	v, ok := f.Value(member)
	for v.Is(ast.ParenthesizedExpression) {
		v = v.FirstChild()
	}
	return ok && (v.Valid() && v.LastName().Text() == enumerator || zero && (!v.Valid() || v.Text() == "0"))
}

// Objects are the texture and surface objects of a unit.
type Objects struct {
	u    *sema.Unit
	list []*Object
	// of are the objects of each variable.
	of map[ast.Node][]*Object
	// fixed caches the results of keeps.
	fixed map[ast.Node]bool
}

// maxObjects bounds the objects of a unit.
const maxObjects = 500

// ObjectsOf finds the objects of a unit. Code that is not compiled is left out.
func ObjectsOf(u *sema.Unit) *Objects {
	x := &Objects{u: u, of: map[ast.Node][]*Object{}, fixed: map[ast.Node]bool{}}
	seen := map[ast.Node]bool{}
	for _, name := range []string{"cudaCreateTextureObject", "cudaCreateSurfaceObject"} {
		for _, call := range u.Calls(name) {
			if in := u.FunctionAt(call); in != nil && !seen[call.Origin()] && len(x.list) < maxObjects && !u.Inactive(call, false) {
				seen[call.Origin()] = true
				x.add(call, in, name == "cudaCreateSurfaceObject")
			}
		}
	}
	return x
}

func (x *Objects) add(call ast.Node, in *sema.Function, surface bool) {
	o := &Object{Call: call, In: in, Surface: surface}
	var args []ast.Node
	for a := range call.Child(ast.FieldArguments).Children() {
		args = append(args, a)
	}
	if len(args) < 2 {
		return
	}
	o.Resource = x.fields(o, args[1])
	if !surface && len(args) > 2 {
		o.Sampling = x.fields(o, args[2])
	}
	if to, ok := addressee(args[0]); ok {
		o.Handle = x.variable(to)
	}
	x.list = append(x.list, o)
	if o.Handle.Valid() {
		x.of[o.Handle] = append(x.of[o.Handle], o)
	}
}

// addressee returns x of an expression &x.
func addressee(n ast.Node) (ast.Node, bool) {
	for n.Is(ast.ParenthesizedExpression) {
		n = n.FirstChild()
	}
	if n.Is(ast.PointerExpression) && n.Op() == ast.And {
		return n.Child(ast.FieldArgument), true
	}
	return n, false
}

// variable returns the declaration of the variable or data member that an expression names. All
// objects of a class share the declaration of a member. It is not valid for other expressions.
func (x *Objects) variable(n ast.Node) ast.Node {
	for n.Is(ast.ParenthesizedExpression) {
		n = n.FirstChild()
	}
	switch n.Kind() {
	case ast.Identifier, ast.QualifiedIdentifier:
		if l := x.u.LocalAt(n, n.Text()); l != nil {
			return l.Node
		}
		if v := x.u.ScopeAt(n).Variable(n); v != nil {
			return v.Node
		}
		if f := x.u.FunctionAt(n); f != nil && f.Record != nil {
			if field, ok := f.Record.FieldNamed(n.Text()); ok {
				return field.Node
			}
		}
	case ast.FieldExpression:
		t := x.u.ScopeAt(n).ExprType(n.Child(ast.FieldArgument)).Object()
		if t != nil && t.Kind == sema.Pointer {
			t = t.Elem
		}
		if t != nil && t.Record != nil {
			if field, ok := t.Record.FieldNamed(n.Child(ast.FieldField).Text()); ok {
				return field.Node
			}
		}
	}
	return ast.Node{}
}

// maxHops bounds the functions between a launch and the call that creates its texture.
const maxHops = 4

// Passed returns the objects that an argument of a launch may be. It is nil if that is not known.
func (x *Objects) Passed(l *sema.Launch, arg int) []*Object {
	if !l.Node.Valid() || arg >= len(l.Args) || len(x.list) == 0 {
		return nil
	}
	return x.named(l.Args[arg].Node, 0)
}

// named returns the objects that an expression may be.
func (x *Objects) named(n ast.Node, hops int) []*Object {
	for n.Is(ast.ParenthesizedExpression) {
		n = n.FirstChild()
	}
	if hops > maxHops || !n.Valid() {
		return nil
	}
	if n.Is(ast.CallExpression) {
		return x.returned(n, hops)
	}
	v := x.variable(n)
	if !v.Valid() {
		return nil
	}
	if of := x.of[v]; len(of) > 0 {
		return of
	}
	l := x.u.LocalAt(n, n.Text())
	switch {
	case l == nil:
		return nil
	case l.Param:
		return x.given(n, l, hops)
	case l.Init.Valid():
		return x.named(l.Init, hops+1)
	}
	return nil
}

// returned returns the objects that a function of the unit returns.
func (x *Objects) returned(call ast.Node, hops int) (out []*Object) {
	callee := call.Child(ast.FieldFunction)
	functions, _ := x.u.ScopeAt(callee).FunctionsNamed(callee)
	if len(functions) != 1 || !functions[0].Body.Valid() {
		return nil
	}
	for n := range functions[0].Body.Descendants() {
		if !n.Is(ast.ReturnStatement) {
			continue
		}
		found := x.named(n.FirstChild(), hops+1)
		if found == nil {
			return nil
		}
		out = append(out, found...)
	}
	return out
}

// given returns the objects that the calls of the function around a node pass for a parameter.
func (x *Objects) given(n ast.Node, l *sema.Local, hops int) (out []*Object) {
	f := x.u.FunctionAt(n)
	if f == nil {
		return nil
	}
	for _, arg := range argumentsFor(x.u, f, l.Name) {
		found := x.named(arg, hops+1)
		if found == nil {
			return nil
		}
		out = append(out, found...)
	}
	return out
}

// argumentsFor returns what the calls of a function in the unit pass for a parameter.
func argumentsFor(u *sema.Unit, f *sema.Function, param string) (out []ast.Node) {
	i := paramIndex(f, param)
	if i < 0 {
		return nil
	}
	for _, call := range u.Calls(f.Name) {
		callee := call.Child(ast.FieldFunction)
		if functions, _ := u.ScopeAt(callee).FunctionsNamed(callee); !slices.Contains(functions, f) || u.FunctionAt(call) == nil {
			continue
		}
		arg := call.Child(ast.FieldArguments).FirstChild()
		for range i {
			arg = arg.Next()
		}
		if arg.Valid() {
			out = append(out, arg)
		}
	}
	return out
}

// paramIndex returns the position of a parameter, -1 if there is none of the name.
func paramIndex(f *sema.Function, name string) int {
	for i, p := range f.Params {
		if p.Name == name && name != "" {
			return i
		}
	}
	return -1
}

// Of returns the variable that holds the memory of an object, as its declaration, and whether that
// is an array. It is not valid if it is not known, or if other code may give the variable other
// memory while the object lives.
func (x *Objects) Of(o *Object) (memory ast.Node, array bool) {
	for _, member := range []struct {
		path  string
		array bool
	}{{"res.linear.devPtr", false}, {"res.array.array", true}} {
		if v, ok := o.Resource.Value(member.path); ok && v.Valid() {
			return x.Memory(v), member.array
		}
	}
	return ast.Node{}, false
}

// Memory returns the variable whose value an expression is, as its declaration. It is not valid
// where the variable may hold other values at other times.
func (x *Objects) Memory(n ast.Node) ast.Node {
	for n.Is(ast.ParenthesizedExpression, ast.CastExpression) {
		if n.Is(ast.CastExpression) {
			n = n.Child(ast.FieldValue)
		} else {
			n = n.FirstChild()
		}
	}
	v := x.variable(n)
	if !v.Valid() || n.Is(ast.FieldExpression) && n.Child(ast.FieldArgument).Text() != "this" {
		return ast.Node{} // two objects of a class share the declaration
	}
	if fixed, known := x.fixed[v]; known && !fixed {
		return ast.Node{}
	} else if known {
		return v
	}
	x.fixed[v] = x.keeps(n, v)
	if !x.fixed[v] {
		return ast.Node{}
	}
	return v
}

// keeps reports whether the variable v, which use names, gets its value in one place: an allocation, its initialiser, or
// an assignment.
func (x *Objects) keeps(use, v ast.Node) bool {
	name, changes := use.Text(), 0
	if use.Is(ast.FieldExpression) {
		name = use.Child(ast.FieldField).Text()
	} else if l := x.u.LocalAt(use, name); l != nil {
		if l.Type != nil && l.Type.Kind == sema.Reference {
			return false
		}
		if l.Param || l.Init.Valid() && !isNull(l.Init) {
			changes++
		}
	}
	for _, f := range x.u.Files {
		if !f.Source.Contains(name) {
			continue
		}
		for i := range f.Len() {
			n := f.At(i)
			if !n.Is(ast.Identifier, ast.FieldIdentifier) || n.Text() != name || n == v {
				continue
			}
			e := n
			if n.Is(ast.FieldIdentifier) {
				e = n.Parent()
			}
			if changedAt(e) && x.variable(e) == v {
				changes++
			}
		}
	}
	return changes <= 1
}

// changedAt reports whether an expression may be given another value where it stands.
func changedAt(e ast.Node) bool {
	p := e.Parent()
	switch {
	case p.Is(ast.AssignmentExpression):
		return e.Field() == ast.FieldLeft && !isNull(p.Child(ast.FieldRight))
	case p.Is(ast.UpdateExpression):
		return true
	case p.Is(ast.PointerExpression):
		return p.Op() == ast.And
	case p.Is(ast.ArgumentList):
		return p.Parent().Child(ast.FieldFunction).LastName().Text() == "swap"
	}
	return false
}

func isNull(n ast.Node) bool {
	return slices.Contains([]string{"NULL", "nullptr", "0", "{}"}, n.Text())
}
