package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A unit is a translation unit at work for one kind of resource.
type unit struct {
	sema *sema.Unit
	kind *Kind
	opts Options

	functions map[ast.Node]*function
	bodies    map[ast.Node]*sema.Function // by the node of the body's function
	named     map[string][]*sema.Function // with bodies, by name
	releasing map[string]bool             // names of functions that release, or call one that does
	diverging map[*sema.Function]int8     // see mayDiverge
	ends      map[string]ending
	effects   map[string]effect
	acquiring map[*sema.Function][]outward // helpers that acquire for their callers
	touching  map[string]bool              // see touches
	followed  map[site]*analysis           // before helpers were known
	remotes   map[*sema.Function]*remote
	budget    int
	over      func() bool
}

func newUnit(u *sema.Unit, kind *Kind, opts Options) *unit {
	n := &unit{sema: u, kind: kind, opts: opts, functions: map[ast.Node]*function{}, bodies: map[ast.Node]*sema.Function{}, named: map[string][]*sema.Function{},
		diverging: map[*sema.Function]int8{}, ends: map[string]ending{}, effects: map[string]effect{}, acquiring: map[*sema.Function][]outward{}, remotes: map[*sema.Function]*remote{}, touching: map[string]bool{}, followed: map[site]*analysis{}, budget: maxSteps}
	for _, f := range u.Functions {
		if f.Body.Valid() {
			n.bodies[f.Node] = f
			n.named[f.Name] = append(n.named[f.Name], f)
		}
	}
	n.findReleasing()
	return n
}

// findReleasing finds the names of the functions that release the kind, directly
// or through others.
func (u *unit) findReleasing() {
	u.releasing = map[string]bool{}
	work := append([]string(nil), u.kind.Release...)
	for len(work) > 0 {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		for _, call := range u.sema.Calls(name) {
			if f := u.sema.FunctionAt(call); f != nil && !u.releasing[f.Name] {
				u.releasing[f.Name] = true
				work = append(work, f.Name)
			}
		}
	}
}

// mayRelease reports whether a call of a function of this name may release what
// it is given.
func (u *unit) mayRelease(name string) bool {
	if contains(u.kind.Release, name) || u.releasing[name] {
		return true
	}
	return roleOf(name) == plain && len(u.named[name]) == 0
}

// function returns the body of a function to be followed, nil for none.
func (u *unit) function(f *sema.Function) *function {
	if f == nil || !f.Body.Valid() {
		return nil
	}
	return u.bodyAt(f.Body.Parent(), f)
}

func (u *unit) bodyAt(n ast.Node, in *sema.Function) *function {
	for n.Valid() && !n.Is(ast.FunctionDefinition, ast.LambdaExpression) {
		n = n.Parent()
	}
	f, ok := u.functions[n]
	if !ok {
		f = newFunction(u, n, in)
		u.functions[n] = f
	}
	return f
}

// expand returns what a macro invocation stands for.
func (u *unit) expand(n ast.Node) (ast.Node, bool) {
	if !n.Is(ast.CallExpression, ast.Identifier) {
		return ast.Node{}, false
	}
	x, ok := u.sema.Expand(n)
	if !ok || x.HasError() {
		return ast.Node{}, false
	}
	return x, true
}

// broken reports whether source that does not parse, or was left out so that the
// rest does, hides calls that matter.
func (u *unit) broken(body ast.Node) bool {
	matters := func(text string) bool {
		for _, names := range [][]string{u.kind.Acquire, u.kind.Release} {
			for _, name := range names {
				if strings.Contains(text, name) {
					return true
				}
			}
		}
		for name := range u.releasing {
			if strings.Contains(text, name) {
				return true
			}
		}
		return false
	}
	span := body.Span()
	for _, s := range body.File().Inactive {
		if s.Start >= span.Start && s.End <= span.End && matters(body.File().Source.Slice(s)) {
			return true
		}
	}
	if !body.HasError() {
		return false
	}
	for n := range body.Descendants() {
		if n.Is(ast.Error) && (matters(n.Text()) || strings.Contains(n.Text(), "{")) {
			return true
		}
	}
	return false
}

// calleeName returns the plain name of what a call calls, "" where it has none.
func calleeName(call ast.Node) string {
	n := call.Child(ast.FieldFunction)
	for range 20 {
		n = n.LastName()
		switch n.Kind() {
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
		case ast.FieldExpression:
			n = n.Child(ast.FieldField)
		case ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier, ast.PrimitiveType:
			return n.Text()
		default:
			return ""
		}
	}
	return ""
}

// arguments returns the arguments of a call.
func arguments(call ast.Node) []ast.Node {
	var out []ast.Node
	for c := range call.Child(ast.FieldArguments).Children() {
		out = append(out, sema.Argument(c))
	}
	return out
}

// armName is the key of an #if: those that ask the same have the same.
func armName(n ast.Node) string {
	text := n.Child(ast.FieldCondition).Text()
	if name := n.Child(ast.FieldName); name.Valid() {
		text = name.Text()
	}
	return armKey(text)
}

func armKey(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if rest, ok := strings.CutPrefix(text, "defined"); ok && !strings.ContainsAny(rest, "&|!") {
		text = strings.Trim(rest, " ()")
	} else if rest, ok := strings.CutPrefix(text, "!defined"); ok && !strings.ContainsAny(rest, "&|!") {
		text = strings.Trim(rest, " ()")
	}
	b := []byte("#" + text)
	for i, c := range b {
		if i > 0 && !source.WordByte(c) {
			b[i] = '_'
		}
	}
	return string(b)
}

// armNegated reports whether the arm of an #if is compiled where what armName
// names does not hold.
func armNegated(n ast.Node) bool {
	if n.Child(ast.FieldName).Valid() {
		// #ifndef and #ifdef differ in the directive only.
		return strings.HasPrefix(strings.Join(strings.Fields(n.Text()[:min(len(n.Text()), 40)]), ""), "#ifndef") ||
			strings.HasPrefix(n.Text(), "#elifndef")
	}
	text := strings.Join(strings.Fields(n.Child(ast.FieldCondition).Text()), " ")
	rest, ok := strings.CutPrefix(text, "!defined")
	return ok && !strings.ContainsAny(rest, "&|!")
}
