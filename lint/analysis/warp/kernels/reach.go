package kernels

import (
	"maps"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A reach finds the kernels that can reach a read of constant memory. It follows names without
// resolving them, so that it finds too many rather than too few.
type reach struct {
	unit     *sema.Unit
	outlines []*outline
	// names are those of the constant variables and of whatever mentions one, or what mentions
	// it in turn: functions, classes, variables, aliases, macros. An object of a class comes
	// to a kernel only where the kernel, its template arguments or what these name in turn
	// mention the class. So members need no names of their own, be they operators,
	// conversions, constructors or call operators of function objects.
	names map[string]bool
	// any is set where a non-member operator mentions one of the names: every kernel may call it.
	any bool
	// direct are the functions whose own body names a constant variable.
	direct map[*sema.Function]bool
	// classes caches whether the body of a class mentions one of the names.
	classes map[ast.Node]bool
}

func newReach(unit *sema.Unit) *reach {
	r := &reach{unit: unit, names: constantNames(unit), direct: map[*sema.Function]bool{}, classes: map[ast.Node]bool{}}
	if len(r.names) == 0 {
		return r
	}
	for _, file := range slices.Concat(unit.Files, unit.FileExpansions) {
		r.outlines = append(r.outlines, outlineOf(file))
	}
	r.findDirect()
	r.spread()
	return r
}

// findDirect finds the functions whose own body names a constant variable.
func (r *reach) findDirect() {
	for _, f := range r.unit.FunctionsMentioning(r.names) {
		if f.OnDevice() && readsConstant(f.Body, r.names) {
			r.direct[f] = true
		}
	}
}

// spread adds the names of all declarations that mention one of the names, until none is new.
func (r *reach) spread() {
	namespaces, classes := map[string]bool{}, map[string]bool{}
	for _, o := range r.outlines {
		maps.Copy(namespaces, o.namespaces)
		maps.Copy(classes, o.classes)
	}
	todo := slices.Collect(maps.Keys(r.names))
	add := func(name string) {
		if !r.names[name] {
			r.names[name] = true
			todo = append(todo, name)
		}
	}
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, o := range r.outlines {
			for _, i := range o.mentions[name] {
				it := &o.items[i]
				r.any = r.any || it.operator
				for _, other := range it.names {
					add(other)
				}
				for _, scope := range it.scopes {
					if classes[scope] || !namespaces[scope] {
						add(scope)
					}
				}
			}
		}
	}
}

// mentions reports whether a node mentions one of the names.
func (r *reach) mentions(n ast.Node) bool {
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.NamespaceIdentifier:
			if r.names[string(d.Bytes())] {
				return true
			}
		}
	}
	return false
}

// constant reports whether a kernel may read constant memory or an array inside
// one of its parameters.
func (r *reach) constant(k *sema.Function, opts *Options) bool {
	if r.any || r.names[k.Name] || r.mentions(declarationOf(k)) || r.launched(k, opts) {
		return true
	}
	for _, p := range k.Params {
		t := ir.Strip(k.Scope.ParamType(p))
		if ir.IsKind(t, sema.RecordKind) && mayHoldArray(t, 0) {
			return true
		}
		if !ir.IsKind(t, sema.Dependent, sema.UnknownType) {
			continue
		}
		if !opts.MayLaunch(k) {
			continue
		}
		launches, _ := distinctLaunches(k, opts)
		for _, l := range launches {
			if l != nil && mayHoldArray(k.Scope.With(l.Bindings).ParamType(p), 0) {
				return true
			}
		}
	}
	return false
}

// mayRead reports whether a device function that no kernel calls may come to a read of constant
// memory. A member may do so through the other members of its class, which it need not name.
func (r *reach) mayRead(f *sema.Function) bool {
	return r.any || len(r.names) > 0 && (f.Record != nil || r.names[f.Name] || r.mentions(declarationOf(f)))
}

// declarationOf returns the definition of a function with its template parameters.
func declarationOf(f *sema.Function) ast.Node {
	n := f.Node
	for n.Parent().Is(ast.TemplateDeclaration) {
		n = n.Parent()
	}
	return n
}

// launched reports whether a template argument of some launch of a kernel mentions one of
// the names.
func (r *reach) launched(k *sema.Function, opts *Options) bool {
	if len(r.names) == 0 || len(k.TemplateParams) == 0 {
		return false
	}
	launches, _ := distinctLaunches(k, opts)
	return slices.ContainsFunc(launches, func(l *sema.Launch) bool {
		return l != nil && r.binds(l.Bindings, 0)
	})
}

// maxTypeDepth bounds how deep template arguments are followed.
const maxTypeDepth = 16

func (r *reach) binds(b *sema.Bindings, depth int) bool {
	for ; b != nil; b = b.Outer {
		for _, a := range b.Args {
			if r.argument(a, depth) {
				return true
			}
		}
	}
	return false
}

func (r *reach) argument(a sema.TemplateArg, depth int) bool {
	return r.holds(a.Type, depth) || slices.ContainsFunc(a.Pack, func(a sema.TemplateArg) bool { return r.argument(a, depth+1) })
}

// holds reports whether a type mentions one of the names.
func (r *reach) holds(t *sema.Type, depth int) bool {
	switch {
	case t == nil:
		return false
	case depth > maxTypeDepth:
		return true
	case slices.ContainsFunc(wordsOf(t.Name), func(word string) bool { return r.names[word] }):
		return true
	case r.holds(t.Elem, depth+1) || slices.ContainsFunc(t.Args, func(a sema.TemplateArg) bool { return r.argument(a, depth+1) }):
		return true
	}
	return t.Record != nil && r.class(t.Record, depth+1)
}

// class is holds for a class, which may be one of a function or a lambda expression.
func (r *reach) class(c *sema.Record, depth int) bool {
	node := c.Node
	if closure := sema.ClosureOf(c); closure != nil {
		node = closure.Node
		for _, captured := range closure.Captures {
			if r.holds(captured.Field.Type, depth) {
				return true
			}
		}
	}
	mentions, known := r.classes[node]
	if !known {
		mentions = r.mentions(node)
		r.classes[node] = mentions
	}
	return mentions || r.names[c.Name] || slices.ContainsFunc(wordsOf(c.Namespace), func(word string) bool { return r.names[word] }) ||
		r.binds(c.Bindings, depth)
}

// mayHoldArray reports whether a parameter's type has an array in it that can
// stay in the parameter bank.
func mayHoldArray(t *sema.Type, depth int) bool {
	t = ir.Strip(t)
	switch {
	case t == nil || depth > 8:
		return false
	case t.Kind == sema.Array:
		return true
	case t.Kind != sema.RecordKind || t.Record == nil:
		return false
	}
	for _, f := range t.Record.Fields {
		if mayHoldArray(f.Type, depth+1) {
			return true
		}
	}
	for _, b := range t.Record.Bases {
		if mayHoldArray(b, depth+1) {
			return true
		}
	}
	return false
}
