package localflow

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A Callable is a lambda expression or an object of a class with a call operator for the
// device, written in host code.
type Callable struct {
	// Call is the call operator, This the class of the object.
	Call *sema.Function
	This *sema.Type
	// In is the host function, Node the expression.
	In   *sema.Function
	Node ast.Node
	// Algorithm is the name of the function that it is passed to, "" for none.
	Algorithm string
	// Args are the types that the algorithm passes to the call operator; an entry is nil
	// where it is unknown.
	Args []*sema.Type
	// Consecutive is set where neighbouring lanes get consecutive numbers as the first
	// argument.
	Consecutive bool
}

// An algorithmKind says which arguments a library algorithm passes to its callable.
type algorithmKind uint8

const (
	overElements algorithmKind = iota + 1 // elements of its ranges: neighbouring lanes get neighbouring elements
	overIndexes                           // consecutive numbers from 0 on
)

// elementwise are the algorithms of Thrust and CUB in which neighbouring lanes take
// neighbouring elements.
var elementwise = map[string]algorithmKind{
	"for_each": overElements, "for_each_n": overElements, "transform": overElements, "transform_if": overElements,
	"transform_reduce": overElements, "tabulate": overIndexes, "Bulk": overIndexes,
}

// Callables returns the callables of a unit, in source order, but for system headers.
func Callables(u *sema.Unit) []Callable {
	var out []Callable
	for _, f := range u.FunctionsAmong(func(n ast.Node) bool { return !u.System(n.File()) }) {
		if !f.Body.Valid() || u.System(f.Body.File()) || f.Qualifiers&(ast.Global|ast.Device) != 0 && f.Qualifiers&ast.Host == 0 {
			continue
		}
		c := callableFinder{h: newEvaluator(u)}
		c.find(f)
		out = append(out, c.out...)
	}
	return out
}

// A callableFinder finds the callables that one host function makes.
type callableFinder struct {
	h   *evaluator
	fl  *functionFlow
	out []Callable
}

// maxHostCallables bounds the callables of one function.
const maxHostCallables = 200

func (c *callableFinder) find(f *sema.Function) {
	for n := range f.Body.Descendants() {
		if len(c.out) >= maxHostCallables {
			return
		}
		switch {
		case n.Is(ast.LambdaExpression) && n.Qualifiers()&ast.Device != 0 && !c.h.e.Unit().Inactive(n, false):
			c.add(f, n, n)
		case n.Is(ast.CallExpression) && !n.ChildOf(ast.KernelCallSyntax).Valid():
			c.functors(f, n)
		}
	}
}

// flow returns the flow of the function, which most functions do not need.
func (c *callableFinder) flow(f *sema.Function) *functionFlow {
	if c.fl == nil {
		c.fl = c.h.flow(f)
	}
	return c.fl
}

// functors finds the function objects among the arguments of a call of a library function
// that is not declared in the unit.
func (c *callableFinder) functors(f *sema.Function, call ast.Node) {
	callee := call.Child(ast.FieldFunction)
	if !callee.Is(ast.QualifiedIdentifier) || c.h.e.Unit().Inactive(call, false) {
		return // libraries are in namespaces
	}
	var s *sema.Scope
	for a := range call.Child(ast.FieldArguments).Children() {
		if !a.Is(ast.Identifier, ast.CallExpression, ast.CompoundLiteralExpression) {
			continue
		}
		if s == nil {
			s = c.h.scope(c.flow(f), call)
			if candidates, _ := c.h.e.FunctionsNamed(s, callee); len(candidates) > 0 {
				return
			}
		}
		if t := c.h.e.ExprType(s, a).Object(); t != nil && t.Record != nil && sema.ClosureOf(t.Record) == nil {
			c.add(f, a, call)
		}
	}
}

// add adds the callable that expression n makes, if it makes one. at is n itself or the
// call that it is an argument of.
func (c *callableFinder) add(f *sema.Function, n, at ast.Node) {
	t := c.h.e.ExprType(c.h.scope(c.flow(f), at), n).Object()
	if t == nil || t.Record == nil {
		return
	}
	operators := sema.MethodsNamed(t.Record, "()")
	if len(operators) != 1 || !operators[0].Body.Valid() || operators[0].Qualifiers&ast.Device == 0 {
		return
	}
	k := Callable{Call: operators[0], This: t, In: f, Node: n, Args: make([]*sema.Type, len(operators[0].Params))}
	if call := passedTo(n); call.Valid() {
		k.Algorithm = call.Child(ast.FieldFunction).PlainName()
		c.arguments(&k, call)
	}
	c.out = append(c.out, k)
}

// passedTo returns the call that an expression is an argument of, not valid for none.
func passedTo(n ast.Node) ast.Node {
	if list := n.Parent(); list.Is(ast.ArgumentList) && list.Parent().Is(ast.CallExpression) {
		return list.Parent()
	}
	return ast.Node{}
}

// arguments sets the argument types of a callable that an algorithm calls.
func (c *callableFinder) arguments(k *Callable, call ast.Node) {
	if len(k.Args) == 0 {
		return
	}
	switch elementwise[k.Algorithm] {
	case overIndexes:
		k.Args[0], k.Consecutive = types.Fundamental("int"), true
	case overElements:
		i := 0
		for a := range call.Child(ast.FieldArguments).Children() {
			// The first range, behind an execution policy or not.
			if t, ok := c.counting(a); ok && i <= 1 {
				k.Args[0], k.Consecutive = t, true
				return
			}
			if i++; i > 1 {
				return
			}
		}
	}
}

// countingIterators are the names of the iterators that count, and of what makes them.
var countingIterators = []string{"counting_iterator", "make_counting_iterator", "CountingInputIterator", "CountingIterator"}

// counting reports whether an expression is a counting iterator, and returns the type of
// its numbers.
func (c *callableFinder) counting(n ast.Node) (t *sema.Type, ok bool) {
	for range 4 {
		if n.Is(ast.Identifier) {
			l := c.fl.localNamed(n.Text(), n)
			if l == nil || l.escaped || !l.initialisedOnly() {
				return nil, false
			}
			n = single(l.writes[0].value)
			continue
		}
		break
	}
	callee, first := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments).FirstChild()
	if n.Is(ast.CompoundLiteralExpression) {
		callee, first = n.Child(ast.FieldType), n.Child(ast.FieldValue).FirstChild()
	}
	if !slices.Contains(countingIterators, callee.PlainName()) {
		return nil, false
	}
	s := c.h.scope(c.fl, n)
	if last := callee.LastPart(); last.Child(ast.FieldArguments).Valid() {
		if a := c.h.e.TemplateArgs(s, last.Child(ast.FieldArguments)); len(a) > 0 && a[0].Type.Known() {
			return a[0].Type, true
		}
	}
	if t = c.h.e.ExprType(s, first).Value(); !t.Arithmetic() {
		t = types.Fundamental("int")
	}
	return t, true
}

// initialisedOnly reports whether a variable is never written after its initialisation. A
// call that it is passed to is taken to get a copy, as algorithms take iterators by value.
func (l *localVar) initialisedOnly() bool {
	for i, w := range l.writes {
		if i == 0 && !w.value.Valid() || i > 0 && w.kind != writeUnknown {
			return false
		}
	}
	return len(l.writes) > 0
}
