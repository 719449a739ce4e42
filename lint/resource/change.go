package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// write stores a value in a place.
func (a *analysis) write(st *state, place string, v value, n ast.Node) {
	if place == "" {
		if a.reaches(st, v) {
			a.escape(st)
		}
		return
	}
	rests, known := st.within(v.place), a.know(st, v)
	copied := map[string]pointer{}
	if v.place != "" {
		for k, p := range st.points {
			if rest, ok := covers(v.place, k); ok && rest != "" {
				copied[place+rest] = p
			}
		}
	}
	// An element of the old value may be what is stored: p = p->next.
	st.moved(place)
	lost := a.remove(st, place)
	st.forget(place)
	for _, rest := range rests {
		st.hold(place + rest)
	}
	if v.pointer != nil {
		st.points[place] = pointer{to: v.pointer.to, array: v.pointer.array}
	}
	for k, p := range copied {
		st.points[k] = p
	}
	if !known.unknown() && !weak(place) {
		st.facts[place] = known
	}
	if lost != "" && len(st.places) == 0 {
		if st.status == live {
			a.event(overwritten, n, st, lost)
			st.leave()
		} else {
			st.done()
		}
	}
}

// remove takes the handle out of a place that gets another value, and returns
// where it was, "" for nowhere.
func (a *analysis) remove(st *state, place string) (lost string) {
	var kept []string
	for _, p := range st.places {
		if _, ok := covers(place, p); ok && !weak(p) {
			lost = p
		} else {
			kept = append(kept, p)
		}
	}
	if lost != "" {
		st.places = kept
	}
	return lost
}

// A way is how a value leads to the handle: from the value itself, or from what
// it points to, by steps.
type way struct {
	rest    string
	pointer bool
	place   string // of the handle
}

// ways returns how a value leads to the handle.
func (a *analysis) ways(st *state, v value) []way {
	if st.status != live && st.status != gone {
		return nil
	}
	var out []way
	for _, p := range st.places {
		if rest, ok := covers(v.place, p); ok {
			out = append(out, way{rest, false, p})
		} else if v.pointer != nil {
			if rest, ok := covers(v.pointer.to, p); ok {
				out = append(out, way{rest, true, p})
			}
		}
	}
	if len(out) > 0 {
		return out
	}
	// Pointers inside of what is passed: void *args[] = {&tex}.
	for k, target := range st.points {
		_, inside := covers(v.place, k)
		if !inside && v.pointer != nil {
			_, inside = covers(v.pointer.to, k)
		}
		if !inside || k == v.place {
			continue
		}
		for _, p := range st.places {
			if _, ok := covers(target.to, p); ok {
				out = append(out, way{"*", true, p})
			}
		}
	}
	return out
}

func (a *analysis) reaches(st *state, v value) bool { return len(a.ways(st, v)) > 0 }

// escape leaves the handle alone from here on.
func (a *analysis) escape(st *state) {
	if st.status == live {
		a.escaped = true
		a.ended()
	}
	st.leave()
}

// ended notes that the handle's life has ended well, or out of sight, in the block
// that is being visited.
func (a *analysis) ended() {
	if a.now != nil {
		a.endedIn[a.now.block] = true
	}
}

func (a *analysis) assignment(n ast.Node, st *state) []result {
	var out []result
	left, right := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	for _, r := range a.eval(right, st) {
		for _, l := range a.eval(left, r.st) {
			v := r.v
			if n.Op() != ast.Assign {
				v = value{}
			}
			if left.Is(ast.Identifier) {
				if d := a.f.variable(left.Text(), left); d != nil && !a.takes(d, v, l.st) {
					a.escape(l.st)
				}
			}
			a.write(l.st, l.v.place, v, n)
			out = append(out, result{l.st, a.copyOf(l.v, v)})
		}
	}
	return a.join(out)
}

// copyOf is the value of an assignment: the place with what is known of its value.
func (a *analysis) copyOf(place, v value) value {
	out := value{place: place.place, key: place.key, pointer: v.pointer}
	if place.place == "" {
		return v
	}
	return out
}

// takes reports whether a variable that gets a handle is a plain copy of it,
// rather than an object that is made from it and may own it.
func (a *analysis) takes(d *variable, v value, st *state) bool {
	ways := a.ways(st, v)
	if len(ways) == 0 || d.typ == nil {
		return true
	}
	switch d.typ.Object().Kind {
	case sema.RecordKind, sema.UnknownType, sema.Builtin, sema.Dependent:
	default:
		return true
	}
	if d.declared == "auto" || contains(a.f.unit.kind.Types, lastPart(d.declared)) || plainType(d.declared) {
		return true
	}
	for _, w := range ways {
		if w.rest == "" {
			return false
		}
	}
	return true
}

// plainType reports whether a type that is not in sight is one of CUDA's own,
// which have no destructors.
func plainType(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(name), "struct "), "const ")
	return strings.HasPrefix(name, "cuda") || strings.HasPrefix(name, "CU") || name == "textureReference"
}

// declaration runs the declarators of a declaration.
func (a *analysis) declaration(n ast.Node, st *state) []result {
	results := []result{{st, value{}}}
	for _, d := range a.f.sema.Scope.Declarators(n) {
		if d.Function {
			if d.Init = a.f.constructs(n); !d.Init.Valid() {
				continue
			}
		}
		var next []result
		for _, r := range results {
			next = append(next, a.declared(n, d, r.st)...)
		}
		results = a.join(next)
	}
	return results
}

func (a *analysis) declared(n ast.Node, d sema.Declared, st *state) []result {
	if len(d.Bindings) > 0 {
		results := a.eval(d.Init, st)
		for i, r := range results {
			if a.reaches(r.st, r.v) {
				a.escape(r.st)
			}
			results[i].v = value{}
		}
		return results
	}
	v := a.f.variable(d.Name, d.Node)
	if v == nil || v.static {
		return a.eval(d.Init, st)
	}
	place := v.place()
	switch {
	case !d.Init.Valid():
		a.write(st, place, value{}, n)
		return []result{{st, value{}}}
	case d.Init.Is(ast.ArgumentList, ast.ParameterList):
		return a.constructed(v, d.Init, st, n)
	case d.Init.Is(ast.InitializerList):
		return a.listed(v, place, v.typ, d.Init, st, n)
	}
	results := a.eval(d.Init, st)
	for i, r := range results {
		if v.reference() && r.v.place != "" && r.v.place[0] != 'r' {
			r.st.moved(place)
			r.st.forget(place)
			r.st.points[place] = pointer{to: r.v.place, ref: true}
		} else {
			if !a.takes(v, r.v, r.st) {
				a.escape(r.st)
			}
			a.write(r.st, place, r.v, n)
		}
		results[i].v = value{}
	}
	return results
}

// constructed is T v(args).
func (a *analysis) constructed(v *variable, list ast.Node, st *state, n ast.Node) []result {
	count := list.ChildCount()
	simple := count == 1 && (v.typ == nil || v.typ.Arithmetic() || v.pointer() || v.typ.Kind == sema.Enum)
	results := []result{{st, value{}}}
	for c := range list.Children() {
		var next []result
		for _, r := range results {
			for _, s := range a.eval(sema.Argument(c), r.st) {
				if !simple {
					a.hand(s.st, s.v)
					a.watch(s.st, s.v.place) // by reference
				}
				next = append(next, s)
			}
		}
		results = a.join(next)
	}
	for i, r := range results {
		if simple {
			a.write(r.st, v.place(), r.v, n)
		} else {
			a.write(r.st, v.place(), value{}, n)
		}
		results[i].v = value{}
	}
	return results
}

// hand gives a value to code out of sight.
func (a *analysis) hand(st *state, v value) {
	if a.reaches(st, v) {
		a.escape(st)
	}
	if v.pointer != nil {
		st.forget(v.pointer.to)
		a.watch(st, v.pointer.to)
	}
}

// watch notes that code out of sight knows a place from here on, and may release
// what it will hold: a guard, or a list that an object is entered into.
func (a *analysis) watch(st *state, place string) {
	if st.status != idle || place == "" || a.external(place) {
		return
	}
	// Descriptors go through many hands, none of which keeps what is in them.
	if v := a.f.variableAt(place); v == nil || !plainType(v.declared) || contains(a.f.unit.kind.Types, v.declared) {
		st.points[unknownPlace+place] = pointer{to: place}
	}
}

// listed is T v{...} and T v = {...}.
func (a *analysis) listed(v *variable, place string, typ *sema.Type, list ast.Node, st *state, n ast.Node) []result {
	a.write(st, place, value{}, n)
	results := []result{{st, value{}}}
	if list.ChildCount() == 0 && (typ == nil || typ.Kind != sema.RecordKind) {
		st.facts[place] = zero
	}
	i := -1
	for c := range list.Children() {
		i++
		var next []result
		for _, r := range results {
			at, inner := elementPlace(place, typ, c, i, list.ChildCount())
			expr := c
			if c.Is(ast.InitializerPair) {
				expr = c.Child(ast.FieldValue)
			}
			if expr.Is(ast.InitializerList) && at != "" {
				next = append(next, a.listed(v, at, inner, expr, r.st, n)...)
				continue
			}
			for _, s := range a.eval(expr, r.st) {
				switch {
				case at != "":
					a.write(s.st, at, s.v, n)
				case !plainType(v.declared):
					a.hand(s.st, s.v)
				}
				next = append(next, result{s.st, value{}})
			}
		}
		results = a.join(next)
	}
	return results
}

// elementPlace returns the place, and the type, that element i of an initialiser
// list is stored in; "" where that is not known.
func elementPlace(place string, typ *sema.Type, element ast.Node, i, count int) (string, *sema.Type) {
	if element.Is(ast.InitializerPair) {
		if d := element.Child(ast.FieldDesignator); d.Is(ast.DesignatedField) {
			return place + "." + d.FirstChild().Text(), nil
		}
		return "", nil
	}
	switch {
	case typ == nil:
	case typ.Kind == sema.Array:
		return fmt.Sprintf("%s[%d]", place, i), typ.Elem
	case typ.Kind == sema.RecordKind && typ.Record != nil && len(typ.Record.Bases) == 0 && len(typ.Record.MethodsNamed(typ.Record.Name)) == 0:
		if fields := typ.Record.Fields; i < len(fields) && fields[i].Name != "" {
			return place + "." + fields[i].Name, fields[i].Type
		}
	case count == 1 && (typ.Arithmetic() || typ.Kind == sema.Pointer):
		return place, nil
	}
	return "", nil
}

// construct is new T(args): memory that the function has.
func (a *analysis) construct(n ast.Node, st *state) []result {
	results := []result{{st, value{}}}
	for c := range n.Child(ast.FieldArguments).Children() {
		var next []result
		for _, r := range results {
			for _, s := range a.eval(c, r.st) {
				a.hand(s.st, s.v)
				next = append(next, s)
			}
		}
		results = a.join(next)
	}
	array := n.ChildOf(ast.NewDeclarator).Valid()
	for i, r := range results {
		place := fmt.Sprintf("h%d'", a.f.number(n))
		r.st.moved(place)
		results[i].v = value{pointer: &pointer{to: place, array: array}}
	}
	return results
}

func (a *analysis) memberInitializer(n ast.Node, st *state) []result {
	name := n.FirstChild().Text()
	results := []result{{st, value{}}}
	list := n.ChildOf(ast.ArgumentList, ast.InitializerList)
	for c := range list.Children() {
		var next []result
		for _, r := range results {
			next = append(next, a.eval(c, r.st)...)
		}
		results = a.join(next)
	}
	for i, r := range results {
		v := r.v
		if list.ChildCount() != 1 {
			v = value{}
		}
		a.write(r.st, "this'."+name, v, n)
		results[i].v = value{}
	}
	return results
}

// lambda makes a closure: one that releases, stores or returns the handle owns
// it, or will, any other only uses it.
func (a *analysis) lambda(n ast.Node, st *state) []result {
	for c := range n.Child(ast.FieldCaptures).Descendants() {
		if c.Is(ast.LambdaCaptureInitializer) && a.names(st, c) {
			a.escape(st)
		}
	}
	return a.closure(n, n.Child(ast.FieldBody), st)
}

// closure is code that runs later: a lambda's, or a block behind a macro such as
// SCOPE_EXIT, which reads as a literal of a type of that name.
func (a *analysis) closure(n, body ast.Node, st *state) []result {
	for c := range body.Descendants() {
		switch c.Kind() {
		case ast.CallExpression:
			name := calleeName(c)
			if c.ChildOf(ast.KernelCallSyntax).Valid() || !a.f.unit.mayRelease(name) && roleOf(name) != stores {
				continue
			}
		case ast.ReturnStatement, ast.AssignmentExpression:
		default:
			continue
		}
		if a.names(st, c) {
			a.escape(st)
		}
		if st.status == idle && c.Is(ast.CallExpression) {
			for arg := range c.Child(ast.FieldArguments).Descendants() {
				if v := a.f.variable(arg.Text(), n); arg.Is(ast.Identifier) && v != nil {
					a.watch(st, a.at(st, v.place(), v).place)
				}
			}
		}
	}
	return []result{{st, value{}}}
}

// names reports whether a node names a variable that leads to the handle.
func (a *analysis) names(st *state, top ast.Node) bool {
	for n := range top.Descendants() {
		var v value
		switch n.Kind() {
		case ast.Identifier, ast.TypeIdentifier:
			d := a.f.variable(n.Text(), n)
			if d == nil {
				v = value{place: "g:" + n.Text() + "'"}
				if a.f.sema.Record != nil && a.reaches(st, value{place: "this'." + n.Text()}) {
					return true
				}
				break
			}
			v = a.at(st, d.place(), d)
		case ast.This:
			v = value{place: "this'"}
		default:
			continue
		}
		if a.reaches(st, v) {
			return true
		}
	}
	return false
}
