package missingrestrict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/pointer"
)

// apart reports whether it is proven that no launch passes, for a parameter, memory
// that the kernel writes through another: every launch is in sight, and the host
// functions around it are called from nowhere else.
func (c *mentions) apart(p *lint.FixPass, passes []*lint.Pass, param int) bool {
	k := c.kernel
	alone := k.internal && k.Node.File() == k.pass.Unit.File
	if !alone && !p.Whole() || len(k.TemplateParams) > 0 {
		return false
	}
	analysis := pointer.Shared(k.pass.Memo, k.pass.Context, k.pass.Unit)
	effects := analysis.Effects(k.Function)
	found := effects.ReadOnly()
	i := slices.IndexFunc(found, func(r pointer.ReadOnly) bool { return r.Param == param })
	// What is stored through a pointer that is not a parameter may be anywhere.
	if i < 0 || found[i].OtherStore.Valid() || waits(effects) || slices.ContainsFunc(found[i].Written, func(w int) bool { return !effects.Params[w].Pointer }) {
		return false
	}
	s := sights{fix: p, known: map[string]bool{}}
	for _, pass := range passes {
		if attributeInSight(pass.Unit) || !s.look(pass, k, &found[i]) {
			return false
		}
	}
	for _, u := range c.uses {
		switch u.role {
		case definition, declaration:
		case launch:
			if !s.known[placeOf(k.pass, u.name.Enclosing(ast.CallExpression))] {
				return false
			}
		default:
			return false
		}
	}
	return len(s.known) > 0
}

// waits reports whether a kernel may wait for what something outside of it writes
// while it runs: then it loads again for a reason.
func waits(e *pointer.Effects) bool {
	bodies := []ast.Node{e.Function.Body}
	for _, c := range e.Calls {
		bodies = append(bodies, c.Function.Body)
	}
	for _, b := range bodies {
		text := b.Text()
		for _, word := range []string{"__threadfence", "asm", "volatile", "cuda::", "atomic_ref", "__nanosleep"} {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

// sights are the launches whose arguments are known to be apart, by their place.
type sights struct {
	fix   *lint.FixPass
	known map[string]bool
}

func placeOf(pass *lint.Pass, n ast.Node) string {
	at := pass.Place(n)
	return fmt.Sprintf("%s:%d", at.Path, at.Start.Offset)
}

// look looks at the launches of the kernel in one unit; it returns false for one that
// is not known to pass separate memory.
func (s *sights) look(pass *lint.Pass, k *kernel, r *pointer.ReadOnly) bool {
	analysis := pointer.Shared(pass.Memo, pass.Context, pass.Unit)
	for _, f := range pass.Unit.Functions {
		if f.Name != k.Name || !f.Kernel() || qualified(f) != k.key {
			continue
		}
		launches := pass.Unit.LaunchesOf(f)
		if len(launches) == 0 {
			continue
		}
		sight := analysis.See(launches)
		if l, apart := sight.Overlap(r.Param, r.Written, r.Variables); l != nil || !apart {
			return false
		}
		for i, l := range launches {
			if len(l.Kernels) != 1 || l.Node.Enclosing(ast.LambdaExpression).Valid() || !s.called(pass, l, r) {
				return false
			}
			for _, row := range sight.Rows[i] {
				for _, j := range append([]int{r.Param}, r.Written...) {
					if j >= len(row) || len(row[j].Bases) == 0 && !row[j].Null || j < len(l.Args) && !s.local(pass, l.Args[j].Node) {
						return false
					}
				}
			}
			s.known[placeOf(pass, l.Node)] = true
		}
	}
	return true
}

// called reports whether what a launch is given comes from code in sight.
func (s *sights) called(pass *lint.Pass, l *sema.Launch, r *pointer.ReadOnly) bool {
	f := l.In
	if f == nil || f.OnDevice() || f.Record != nil || len(f.TemplateParams) > 0 {
		return false
	}
	names := map[string]bool{}
	for i, a := range l.Args {
		if i == r.Param || slices.Contains(r.Written, i) {
			addNames(names, a.Node)
		}
	}
	flow(f.Body, names)
	return !slices.ContainsFunc(f.Params, func(p sema.Param) bool { return names[p.Name] }) || s.closed(pass, f, 0)
}

func addNames(names map[string]bool, n ast.Node) (added bool) {
	for d := range n.Descendants() {
		if d.Kind() == ast.Identifier && !names[d.Text()] {
			names[d.Text()], added = true, true
		}
	}
	return added
}

// flow adds the names that the values of variables are made of.
func flow(body ast.Node, names map[string]bool) {
	for changed := true; changed; {
		changed = false
		for n := range body.Descendants() {
			var left, right ast.Node
			switch n.Kind() {
			case ast.AssignmentExpression:
				left, right = n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
			case ast.InitDeclarator:
				left, right = n.Child(ast.FieldDeclarator), n.Child(ast.FieldValue)
			default:
				continue
			}
			for d := range left.Descendants() {
				if d.Kind() == ast.Identifier && names[d.Text()] {
					changed = addNames(names, right) || changed
					break
				}
			}
		}
	}
}

// local reports whether an argument is made of variables that no code out of sight
// can set.
func (s *sights) local(pass *lint.Pass, argument ast.Node) bool {
	if !argument.Valid() {
		return false
	}
	for n := range argument.Descendants() {
		if n.Kind() != ast.Identifier || pass.Unit.LocalAt(n, n.Text()) != nil {
			continue
		}
		if v := pass.Unit.ScopeAt(n).Variable(n); v != nil && v.Qualifiers&ast.Static == 0 && !s.fix.Whole() {
			return false
		}
	}
	return true
}

// closed reports whether all that a host function is given comes from code in sight:
// it is given no pointers, or is called from functions of which that is true.
func (s *sights) closed(pass *lint.Pass, f *sema.Function, depth int) bool {
	const most = 4
	if f == nil || depth > most || f.OnDevice() || f.Record != nil || len(f.TemplateParams) > 0 {
		return false
	}
	if f.Name == "main" || !slices.ContainsFunc(f.Params, func(p sema.Param) bool { return !f.Scope.ParamType(p).Arithmetic() }) {
		return true
	}
	if !sema.SummarizeKernel(f, func(path string) string { return path }).Internal {
		others, all := s.fix.Mentioning(f.Name)
		if !s.fix.Whole() || !all || len(others) > 1 {
			return false
		}
	}
	for _, file := range pass.Unit.Files {
		for _, u := range usesIn(file, f.Name, f.Node) {
			if u.role == definition || u.head.Valid() {
				continue
			}
			call := u.name.Parent()
			if !u.name.Valid() || call.Kind() != ast.CallExpression || u.name.Field() != ast.FieldFunction || !s.closed(pass, pass.Unit.FunctionAt(call), depth+1) {
				return false
			}
			for a := range call.Child(ast.FieldArguments).Children() {
				if !s.local(pass, a) {
					return false
				}
			}
		}
	}
	return true
}
