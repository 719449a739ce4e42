package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A unit is a translation unit at work for one kind of resource.
type unit struct {
	sema *sema.Unit
	kind *Kind
	opts Options

	builder   *ir.Builder
	functions map[string]*function        // by the key of the instance
	lambdas   map[ast.Node]*ir.Instance   // by the expression
	named     map[string][]*sema.Function // see functionsNamed
	releasing map[string]bool             // names of functions that release, or call one that does
	diverging map[string]bool             // see mayDiverge
	ends      map[string]ending
	effects   map[string]effect
	acquiring map[ast.Node][]outward // helpers that acquire for their callers, by their nodes
	touching  map[string]bool        // see touches
	followed  map[site]*analysis     // before helpers were known
	remotes   map[*sema.Function]*RemoteFunction
	budget    int
	over      func() bool
}

func newUnit(u *sema.Unit, kind *Kind, opts Options) *unit {
	n := &unit{sema: u, kind: kind, opts: opts, builder: opts.Builder, functions: map[string]*function{}, lambdas: map[ast.Node]*ir.Instance{}, named: map[string][]*sema.Function{},
		diverging: map[string]bool{}, ends: map[string]ending{}, effects: map[string]effect{}, acquiring: map[ast.Node][]outward{}, remotes: map[*sema.Function]*RemoteFunction{}, touching: map[string]bool{}, followed: map[site]*analysis{}, budget: maxSteps}
	n.findReleasing()
	return n
}

// functionsNamed returns the functions of a name that have bodies.
func (u *unit) functionsNamed(name string) []*sema.Function {
	out, known := u.named[name]
	if !known {
		for _, f := range u.sema.FunctionsNamed(name) {
			if f.Body.Valid() {
				out = append(out, f)
			}
		}
		u.named[name] = out
	}
	return out
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
	return roleOf(name) == plain && len(u.functionsNamed(name)) == 0
}

// function returns the body of an instance to be followed, nil for none.
func (u *unit) function(inst *ir.Instance) *function {
	key := inst.Key()
	f, ok := u.functions[key]
	if !ok {
		u.functions[key] = nil // if it is asked for while it is lowered
		f = newFunction(u, inst)
		u.functions[key] = f
	}
	return f
}

// instance returns a function as it is written: of a template, without arguments.
func instance(f *sema.Function) *ir.Instance {
	inst := &ir.Instance{Function: f}
	if r := f.Record; r != nil && f.Qualifiers&ast.Static == 0 {
		r.Complete()
		inst.This = &sema.Type{Kind: sema.RecordKind, Name: r.Name, Size: r.Size, Align: r.Align, Record: r}
	}
	return inst
}

// lambda returns the body of a lambda expression in a function, nil for one that is not
// found there.
func (u *unit) lambda(n ast.Node, in *ir.Instance) *function {
	if inst, ok := u.lambdas[n]; ok {
		return u.function(inst)
	}
	f := u.function(in)
	if f == nil {
		return nil
	}
	for i := range f.code.Len() {
		o := f.code.Op(ir.ID(i))
		if o.Code != ir.OpVar || !ir.IsKind(o.Type, sema.RecordKind) {
			continue
		}
		if r := ir.Strip(o.Type).Record; r != nil && r.Closure() != nil {
			inner := &ir.Instance{Function: r.Closure().Call}
			if u.lambdas[r.Closure().Node] == nil {
				u.lambdas[r.Closure().Node] = inner
				u.lambda(n, inner)
			}
		}
	}
	if inst := u.lambdas[n]; inst != nil {
		return u.function(inst)
	}
	return nil
}

// declared returns the facts of a function that is only declared here, by its name and the
// number of its arguments; nil for none.
func (u *unit) declared(name string, args int) *RemoteFunction {
	if u.opts.Others == nil || name == "" {
		return nil
	}
	var found *RemoteFunction
	for _, f := range u.sema.FunctionsNamed(name) {
		if len(f.Params) == args {
			if r := u.remote(f); r != nil {
				found = r
			}
		}
	}
	return found
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
