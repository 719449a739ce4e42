package localflow

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Store is one place at which a function body writes to an object.
type Store struct {
	// Node is the assignment, the increment, or the argument of a call.
	Node   ast.Node
	Target Object
	// Callee is set where the function that is called writes: its name is as
	// written for functions of CUDA and the library, such as atomicAdd and memcpy.
	Callee string
	// Inner is the place in the callee, not valid for those functions.
	Inner ast.Node
	// Conditional is set where the callee writes under a condition only.
	Conditional bool
}

// storesThrough are the functions of CUDA and of the C library that write through
// pointer arguments, and which ones.
var storesThrough = map[string][]int{
	"memcpy": {0}, "memset": {0}, "memmove": {0}, "strcpy": {0}, "sprintf": {0}, "snprintf": {0},
	"sincos": {1, 2}, "sincosf": {1, 2}, "__sincosf": {1, 2}, "sincospi": {1, 2}, "sincospif": {1, 2},
	"modf": {1}, "modff": {1}, "frexp": {1}, "frexpf": {1}, "remquo": {2}, "remquof": {2},
	"__stwb": {0}, "__stcg": {0}, "__stcs": {0}, "__stwt": {0}, "__pipeline_memcpy_async": {0},
}

// storesOf returns the arguments that a function of CUDA or the library writes
// through.
func storesOf(name string) []int {
	if strings.HasPrefix(name, "atomic") {
		switch name {
		case "atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax", "atomicInc", "atomicDec", "atomicCAS", "atomicAnd", "atomicOr", "atomicXor":
			return []int{0}
		}
		if base, ok := strings.CutSuffix(strings.TrimSuffix(name, "_system"), "_block"); ok || strings.HasSuffix(name, "_system") {
			return storesOf(base)
		}
		return nil
	}
	return storesThrough[name]
}

// Stores returns the places at which a function writes to variables of file,
// namespace or class scope, or to what its parameters point into or refer to, in
// source order; stores of the functions that it calls count where their bodies
// are in sight. Code of lambda expressions counts as the function's.
// Offsets of targets are known where they are literal.
func (b *Analysis) Stores(f *sema.Function) []Store {
	b.literalOffsets = true
	defer func() { b.literalOffsets = false }()
	return b.storesIn(f, 0)
}

func (b *Analysis) storesIn(f *sema.Function, depth int) []Store {
	if s, ok := b.stores[f]; ok {
		return s
	}
	if !f.Body.Valid() || depth > maxStoreDepth || b.busyFunctions[f] {
		return nil
	}
	b.busyFunctions[f] = true
	defer delete(b.busyFunctions, f)
	var out []Store
	add := func(n ast.Node, o Object) {
		if o.Variable != nil || o.Param != nil || o.Receiver != nil {
			out = append(out, Store{Node: n, Target: o})
		}
	}
	for n := range f.Body.Descendants() {
		switch n.Kind() {
		case ast.AssignmentExpression:
			add(n, b.Object(n.Child(ast.FieldLeft)))
		case ast.UpdateExpression:
			add(n, b.Object(n.Child(ast.FieldArgument)))
		case ast.CallExpression:
			out = append(out, b.storesOfCall(n, depth)...)
		}
	}
	b.stores[f] = out
	return out
}

// storesOfCall returns the stores of a call through its arguments.
func (b *Analysis) storesOfCall(call ast.Node, depth int) []Store {
	fn, list := call.Child(ast.FieldFunction), call.Child(ast.FieldArguments)
	if call.ChildOf(ast.KernelCallSyntax).Valid() || !list.Valid() {
		return nil
	}
	if m, _ := b.u.MacroInvoked(call); m != nil {
		return b.storesOfMacro(call, depth)
	}
	var out []Store
	name := fn.PlainName()
	var callee *sema.Function
	objects := map[int]Object{}
	i := -1
	for a := range list.Children() {
		if i++; i >= 64 {
			break
		}
		if o := b.passed(a); o.Known() || o.Receiver != nil {
			objects[i] = o
		}
	}
	receiver := Object{}
	if fn.Kind() == ast.FieldExpression && fn.Op() != ast.Arrow {
		receiver = b.Object(fn.Child(ast.FieldArgument))
		name = fn.Child(ast.FieldField).PlainName()
	}
	if len(objects) == 0 && receiver.Variable == nil && receiver.Param == nil {
		return nil
	}
	if callee = b.callee(call); callee == nil {
		if fn.Kind() == ast.FieldExpression {
			return nil
		}
		for _, i := range storesOf(name) {
			if o, ok := objects[i]; ok && (o.Variable != nil || o.Param != nil) {
				out = append(out, Store{Node: argument(list, i), Target: o, Callee: name})
			}
		}
		return out
	}
	for _, s := range b.storesIn(callee, depth+1) {
		target, at := Object{}, ast.Node{}
		switch {
		case s.Target.Receiver != nil:
			target, at = receiver, call
		case s.Target.Param != nil:
			for i := range callee.Params {
				if s.Target.Param == &callee.Params[i] {
					target, at = objects[i], argument(list, i)
				}
			}
		}
		if !at.Valid() || target.Variable == nil && target.Param == nil {
			continue
		}
		target.Offset = -1
		found := Store{Node: at, Target: target, Callee: name, Inner: s.Node, Conditional: s.Conditional || conditional(s.Node, callee.Body)}
		if k := len(out) - 1; k >= 0 && out[k].Node == at {
			out[k].Conditional = out[k].Conditional && found.Conditional
			continue
		}
		out = append(out, found)
	}
	return out
}

// passed returns the object that an argument passes to a function: the one that a pointer points
// into, or the one that a reference could refer to.
func (b *Analysis) passed(a ast.Node) Object {
	t := b.types(a).ExprType(a).Value()
	if t != nil && t.Kind == sema.Pointer {
		return b.Pointee(a)
	}
	return b.Object(a)
}

// storesOfMacro returns the stores in the expansion of a macro.
func (b *Analysis) storesOfMacro(call ast.Node, depth int) []Store {
	x, ok := b.u.Expand(call)
	if !ok || depth > maxStoreDepth {
		return nil
	}
	var out []Store
	for n := range x.Descendants() {
		o := Object{}
		switch n.Kind() {
		case ast.AssignmentExpression:
			o = b.Object(n.Child(ast.FieldLeft))
		case ast.UpdateExpression:
			o = b.Object(n.Child(ast.FieldArgument))
		}
		if o.Variable != nil || o.Param != nil {
			out = append(out, Store{Node: n, Target: o})
		}
	}
	return out
}

func argument(list ast.Node, i int) ast.Node {
	for a := range list.Children() {
		if i == 0 {
			return a
		}
		i--
	}
	return ast.Node{}
}

// callee returns the function that a call means, nil where that is not certain or
// its body is out of sight.
func (b *Analysis) callee(call ast.Node) *sema.Function {
	fn, list := call.Child(ast.FieldFunction), call.Child(ast.FieldArguments)
	s := b.types(call)
	e := sema.NewEvaluator(b.u)
	var candidates []*sema.Function
	var explicit []sema.TemplateArg
	if fn.Kind() == ast.FieldExpression {
		t := e.ExprType(s, fn.Child(ast.FieldArgument)).Object()
		if t != nil && t.Kind == sema.Pointer && fn.Op() == ast.Arrow {
			t = t.Elem
		}
		if t == nil || t.Record == nil {
			return nil
		}
		candidates = sema.MethodsNamed(t.Record, fn.Child(ast.FieldField).PlainName())
	} else {
		candidates, explicit = e.FunctionsNamed(s, fn)
	}
	f := e.Resolve(s, candidates, explicit, list)
	if f == nil || !f.Body.Valid() {
		return nil
	}
	return f
}

// conditional reports whether a node of a body runs under a condition.
func conditional(n, body ast.Node) bool {
	for n.Valid() && n != body {
		p := n.Parent()
		switch p.Kind() {
		case ast.IfStatement, ast.SwitchStatement, ast.ConditionalExpression:
			if n.Field() != ast.FieldCondition {
				return true
			}
		case ast.BinaryExpression:
			if (p.Op() == ast.LogicalAnd || p.Op() == ast.LogicalOr) && n.Field() == ast.FieldRight {
				return true
			}
		}
		n = p
	}
	return false
}
