package missingrestrict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

// provenDisjoint reports whether it is proven that no launch passes, for a parameter,
// memory that the kernel writes. For that, every launch has to be visible, and every call
// of the host functions that contain the launches.
func (c *mentions) provenDisjoint(p *lint.FixPass, passes []*lint.Pass, param int) bool {
	k := c.kernel
	onlyHere := k.internal && k.Node.File() == k.pass.Unit.File
	if !onlyHere && !p.AllUnitsRead() || len(k.TemplateParams) > 0 {
		return false
	}
	analysis := pointer.Shared(k.pass.Once, k.pass.Context, k.pass.Unit, k.pass.Builder())
	effects := analysis.Effects(k.Function)
	found := effects.ReadOnly()
	i := slices.IndexFunc(found, func(r pointer.ReadOnly) bool { return r.Param == param })
	// A store through a pointer that is not a parameter may go anywhere.
	if i < 0 || found[i].OtherStore.Valid() || waits(effects) || callsUnknown(k.pass.Unit, effects) || slices.ContainsFunc(found[i].Written, func(w int) bool { return !effects.Params[w].Pointer }) {
		return false
	}
	s := launchCheck{fix: p, disjoint: map[string]bool{}}
	for _, pass := range passes {
		if usesDependentLaunch(pass.Unit) || !s.check(pass, k, &found[i]) {
			return false
		}
	}
	for _, u := range c.uses {
		switch u.role {
		case definition, declaration:
		case launch:
			if !s.disjoint[placeOf(k.pass, u.name.Enclosing(ast.CallExpression))] {
				return false
			}
		default:
			return false
		}
	}
	return len(s.disjoint) > 0
}

// waits reports whether a kernel may wait for a value that something else writes while it
// runs. Its repeated loads are then intended.
func waits(e *pointer.Effects) bool {
	bodies := []ast.Node{e.Function.Body}
	for _, c := range e.Callees {
		bodies = append(bodies, c.Body)
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

// callsUnknown reports whether a kernel calls a function whose body is not visible: that
// may store anywhere, through pointers from elsewhere.
func callsUnknown(u *sema.Unit, e *pointer.Effects) bool {
	bodies := []ast.Node{e.Function.Body}
	for _, c := range e.Callees {
		bodies = append(bodies, c.Body)
	}
	for _, b := range bodies {
		for n := range b.Descendants() {
			if n.Kind() != ast.CallExpression {
				continue
			}
			callee := n.Child(ast.FieldFunction)
			functions, _ := u.ScopeAt(callee).FunctionsNamed(callee)
			if len(functions) > 0 && !slices.ContainsFunc(functions, func(f *sema.Function) bool { return f.Body.Valid() }) {
				return true
			}
		}
	}
	return false
}

// A launchCheck collects the places of the launches whose arguments are proven not to
// overlap.
type launchCheck struct {
	fix      *lint.FixPass
	disjoint map[string]bool
}

func placeOf(pass *lint.Pass, n ast.Node) string {
	at := pass.Place(n)
	return fmt.Sprintf("%s:%d", at.Path, at.Start.Offset)
}

// check checks the launches of a kernel in one unit. It returns false if one of them is not
// proven to pass disjoint memory.
func (s *launchCheck) check(pass *lint.Pass, k *kernel, r *pointer.ReadOnly) bool {
	analysis := pointer.Shared(pass.Once, pass.Context, pass.Unit, pass.Builder())
	for _, f := range pass.Unit.FunctionsNamed(k.Name) {
		if !f.Kernel() || f.QualifiedName() != k.key {
			continue
		}
		launches := pass.Host().Of(f)
		if len(launches) == 0 {
			continue
		}
		args := analysis.ArgumentsOf(pass.Host(), launches)
		if l, disjoint := args.Overlap(r.Param, r.Written, r.Variables); l != nil || !disjoint {
			return false
		}
		for i, l := range launches {
			if len(l.Kernels) != 1 || l.Node.Enclosing(ast.LambdaExpression).Valid() || !s.knownCallers(pass, l, r) {
				return false
			}
			for _, row := range args.Rows[i] {
				for _, j := range append([]int{r.Param}, r.Written...) {
					if j >= len(row) || len(row[j].Bases) == 0 && !row[j].Null || j < len(l.Args) && !s.local(pass, l.Args[j].Node) {
						return false
					}
				}
			}
			s.disjoint[placeOf(pass, l.Node)] = true
		}
	}
	return true
}

// knownCallers reports whether visible code determines the arguments of a launch: that of
// the host function around it and, if it passes on its parameters, that of its callers.
func (s *launchCheck) knownCallers(pass *lint.Pass, l *sema.Launch, r *pointer.ReadOnly) bool {
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
	return !opaque(pass.Unit, f.Body, names) &&
		(!slices.ContainsFunc(f.Params, func(p decl.Param) bool { return names[p.Name] }) || s.closed(pass, f, 0))
}

// opaque reports whether the assignments to some variables may not show what they hold:
// one is the result of a function, which may return the same memory twice, one is computed
// from a difference of pointers, or an object holds a reference to one or its address.
func opaque(u *sema.Unit, body ast.Node, names map[string]bool) bool {
	for n := range body.Descendants() {
		switch n.Kind() {
		case ast.AssignmentExpression:
			left := n.Child(ast.FieldLeft)
			for left.Kind() == ast.ParenthesizedExpression {
				left = left.FirstChild()
			}
			value := n.Child(ast.FieldRight)
			if holdsName(left, names) && (derived(value, names) || left.Is(ast.ConditionalExpression, ast.CommaExpression)) ||
				left.Kind() != ast.Identifier && addressed(value, names) {
				return true
			}
		case ast.InitDeclarator:
			value := n.Child(ast.FieldValue)
			if holdsName(n.Child(ast.FieldDeclarator), names) && derived(value, names) || value.Kind() == ast.ArgumentList && holdsName(value, names) {
				return true
			}
		case ast.InitializerList:
			if capturedBy(u, n, names) {
				return true
			}
		case ast.TypeIdentifier:
			if names[n.Text()] { // View view(p), read as the declaration of a function
				return true
			}
		}
	}
	return false
}

// derived reports whether an expression calls a function, other than a cast, or subtracts
// some variables from each other.
func derived(n ast.Node, names map[string]bool) bool {
	for d := range n.Descendants() {
		if d.Kind() == ast.BinaryExpression && d.Op() == ast.Sub && holdsName(d.Child(ast.FieldLeft), names) && holdsName(d.Child(ast.FieldRight), names) {
			return true
		}
	}
	return calls(n)
}

// addressed reports whether an expression takes the address of one of the named variables.
func addressed(n ast.Node, names map[string]bool) bool {
	for d := range n.Descendants() {
		if d.Kind() == ast.PointerExpression && d.Op() == ast.And && d.Child(ast.FieldArgument).Kind() == ast.Identifier && names[d.Child(ast.FieldArgument).Text()] {
			return true
		}
	}
	return false
}

// capturedBy reports whether an initializer list initializes an object that may keep a
// reference to one of the named variables, or its address. Arrays of pointers keep
// neither. Arrays of void * may hold the addresses: they are arguments of cudaLaunchKernel.
func capturedBy(u *sema.Unit, list ast.Node, names map[string]bool) bool {
	if !holdsName(list, names) {
		return false
	}
	of := list.Parent()
	stars, array := 0, false
	for d := of.Child(ast.FieldDeclarator); d.Is(ast.PointerDeclarator, ast.ArrayDeclarator); d = d.Child(ast.FieldDeclarator) {
		if d.Kind() == ast.ArrayDeclarator {
			array = true
		} else {
			stars++
		}
	}
	if array {
		return addressed(list, names) && (stars > 1 || of.Parent().Child(ast.FieldType).Text() != "void")
	}
	if of.Kind() == ast.InitDeclarator {
		of = of.Parent()
	}
	t := u.ScopeAt(of).Type(of.Child(ast.FieldType))
	return addressed(list, names) || t == nil || t.Kind != sema.RecordKind || t.Record == nil || len(t.Record.Bases) > 0 || len(sema.MembersOf(t.Record).Methods) > 0 ||
		slices.ContainsFunc(t.Record.Fields, func(f sema.Field) bool { return f.Type == nil || f.Type.Kind != sema.Pointer && !f.Type.Arithmetic() })
}

// holdsName reports whether an expression contains one of the names.
func holdsName(n ast.Node, names map[string]bool) bool {
	if !n.Valid() {
		return false
	}
	for d := range n.Descendants() {
		if d.Kind() == ast.Identifier && names[d.Text()] {
			return true
		}
	}
	return false
}

// calls reports whether an expression calls a function. static_cast<T>(x) and the other
// casts are not calls.
func calls(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Kind() != ast.CallExpression {
			continue
		}
		callee := d.Child(ast.FieldFunction)
		if callee.Kind() != ast.TemplateFunction || !strings.HasSuffix(callee.Child(ast.FieldName).Text(), "_cast") {
			return true
		}
	}
	return false
}

// addNames adds the names in an expression, and reports whether one of them is new.
func addNames(names map[string]bool, n ast.Node) (added bool) {
	for d := range n.Descendants() {
		if d.Kind() == ast.Identifier && !names[d.Text()] {
			names[d.Text()], added = true, true
		}
	}
	return added
}

// flow adds the names that the values of the named variables are computed from, directly
// or through other variables.
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
			if holdsName(left, names) {
				changed = addNames(names, right) || changed
			}
		}
	}
}

// local reports whether an argument is computed from variables that only visible code can
// set.
func (s *launchCheck) local(pass *lint.Pass, argument ast.Node) bool {
	if !argument.Valid() {
		return false
	}
	for n := range argument.Descendants() {
		if n.Kind() != ast.Identifier || pass.Unit.LocalAt(n, n.Text()) != nil {
			continue
		}
		if ambiguous(pass.Unit, n.Text()) {
			return false
		}
		if v := pass.Unit.ScopeAt(n).Variable(n); v != nil && v.Qualifiers&ast.Static == 0 && !s.fix.AllUnitsRead() {
			return false
		}
	}
	return true
}

// ambiguous reports whether a name is that of a macro with several definitions.
func ambiguous(u *sema.Unit, name string) bool {
	definitions := 0
	for _, file := range u.Files {
		for i := range file.Len() {
			if n := file.At(i); n.Kind() == ast.PreprocDef && n.Child(ast.FieldName).Text() == name {
				definitions++
			}
		}
	}
	return definitions > 1
}

// closed reports whether visible code determines all arguments of a host function: it has
// no pointer parameters, or all its callers are visible and closed, too.
func (s *launchCheck) closed(pass *lint.Pass, f *sema.Function, depth int) bool {
	const most = 4
	if f == nil || depth > most || f.OnDevice() || f.Record != nil || len(f.TemplateParams) > 0 {
		return false
	}
	if f.Name == "main" || !slices.ContainsFunc(f.Params, func(p decl.Param) bool { return !f.Scope.ParamType(p).Arithmetic() }) {
		return true
	}
	if !program.SummarizeKernel(f, func(path string) string { return path }).Internal {
		others, all := s.fix.Having(f.Name)
		if !s.fix.AllUnitsRead() || !all || len(others) > 1 {
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
			given := map[string]bool{}
			for a := range call.Child(ast.FieldArguments).Children() {
				if !s.local(pass, a) || calls(a) {
					return false
				}
				addNames(given, a)
			}
			caller := pass.Unit.FunctionAt(call)
			if flow(caller.Body, given); opaque(pass.Unit, caller.Body, given) {
				return false
			}
		}
	}
	return true
}
