package texture

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A write is one place that may change a local variable.
type write struct {
	node ast.Node // the assignment, the update, or another node that may write
	name ast.Node // the variable's name in it
	// plain is set for assignments and updates of the whole variable.
	plain bool
}

// maxWrites bounds the recorded writes of one function.
const maxWrites = 20000

// writesOf returns the writes that may change a local variable in the function around a node,
// in source order. It returns overflow if the function has more than maxWrites.
func (e *Evaluator) writesOf(n ast.Node, l *sema.Local) []write {
	f := e.u.FunctionAt(n)
	if f == nil {
		return nil
	}
	all, known := e.writes[f]
	if !known {
		all = e.collect(f)
		e.writes[f] = all
	}
	if all == nil {
		return overflow
	}
	if out, known := e.of[l.Node]; known {
		return out
	}
	var out []write
	for _, w := range all[l.Name] {
		if other := e.u.LocalAt(w.name, l.Name); other != nil && other.Node == l.Node {
			out = append(out, w)
		}
	}
	e.of[l.Node] = out
	return out
}

// A collector lists the writes to names in one function body.
type collector struct {
	u     *sema.Unit
	f     *sema.Function
	out   map[string][]write
	total int
}

func (e *Evaluator) collect(f *sema.Function) map[string][]write {
	c := &collector{u: e.u, f: f, out: map[string][]write{}}
	for n := range f.Body.Descendants() {
		c.node(n, ast.Node{}, 0)
	}
	if c.total >= maxWrites {
		return nil // more than is looked at: see overflow
	}
	return c.out
}

// overflow stands for unknown writes: a single one that may do anything.
var overflow = []write{{}}

// node records what a node writes to. by is the invocation of the macro that spells the node,
// if any.
func (c *collector) node(n, by ast.Node, depth int) {
	switch n.Kind() {
	case ast.AssignmentExpression:
		c.add(n.Child(ast.FieldLeft), n, by, true)
	case ast.UpdateExpression:
		c.add(n.Child(ast.FieldArgument), n, by, true)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			c.add(n.Child(ast.FieldArgument), n, by, false)
		}
	case ast.CallExpression:
		if x, ok := c.u.Expand(n); ok && depth < 4 && c.total < maxWrites {
			for d := range x.Descendants() {
				c.total++
				c.node(d, n, depth+1)
			}
			return
		}
		c.arguments(n, by)
	case ast.GnuAsmOutputOperand:
		for child := range n.Children() {
			c.add(child, n, by, false)
		}
	case ast.ReferenceDeclarator: // auto& r = x
		if init := n.Parent(); init.Kind() == ast.InitDeclarator {
			c.add(init.Child(ast.FieldValue), n, by, false)
		}
	}
}

// add records a write to the variable that an lvalue is part of.
func (c *collector) add(target, node, by ast.Node, plain bool) {
	for target.Is(ast.ParenthesizedExpression, ast.FieldExpression, ast.SubscriptExpression) {
		plain = plain && target.Kind() == ast.ParenthesizedExpression
		if target.Kind() == ast.ParenthesizedExpression {
			target = target.FirstChild()
		} else {
			target = target.Child(ast.FieldArgument)
		}
	}
	if target.Kind() != ast.Identifier || c.total >= maxWrites {
		return // see overflow
	}
	c.total++
	if by.Valid() {
		node, plain = by, false
	}
	c.out[target.Text()] = append(c.out[target.Text()], write{node, target, plain})
}

// byValue are prefixes of the names of functions that do not change their arguments. Headers
// that are not visible declare them.
var byValue = []string{"surf", "tex", "make_", "min", "max", "printf", "__", "static_cast", "fmin", "fmax", "sqrt", "sin", "cos", "exp", "pow", "fabs", "abs"}

// arguments adds the variables that a call may change through a C++ reference.
func (c *collector) arguments(call, by ast.Node) {
	callee := call.Child(ast.FieldFunction)
	if callee.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
		return
	}
	candidates, _ := c.f.Scope.FunctionsNamed(callee)
	known := len(candidates) > 0
	for _, prefix := range byValue {
		known = known || strings.HasPrefix(callee.Text(), prefix)
	}
	i := -1
	for a := range call.Child(ast.FieldArguments).Children() {
		i++
		if a.Kind() != ast.Identifier {
			continue
		}
		changes := !known
		for _, f := range candidates {
			if i < len(f.Params) {
				t := f.Scope.ParamType(f.Params[i])
				changes = changes || t == nil || t.Kind == sema.Reference && t.Elem.Qualifiers&ast.Const == 0
			}
		}
		if changes {
			c.add(a, call, by, false)
		}
	}
}

// local evaluates a local variable at a node from its initialiser and the writes before the
// node, nil if it is not certain that a write happens.
func (e *Evaluator) local(n ast.Node, l *sema.Local, writes []write, depth int) *Linear {
	if loop := l.Declaration.Parent(); loop.Kind() == ast.ForStatement && l.Declaration.Field() == ast.FieldInitializer {
		return e.counter(l, loop, writes, depth)
	}
	at := n.Origin().Index()
	var value *Linear
	if l.Init.Valid() {
		value = e.eval(initial(l.Init), depth)
	}
	for _, w := range writes {
		statement := w.node.Parent()
		block := statement.Parent()
		straight := w.plain && statement.Kind() == ast.ExpressionStatement && block.Kind() == ast.CompoundStatement
		// A write in the block of the declaration, before the use, happens once. Any other
		// may not happen, or may happen again.
		if !straight || block != l.Declaration.Parent() {
			return nil
		}
		if w.node.Index() > at {
			continue
		}
		if value = e.assign(value, w.node, depth); value == nil {
			return nil
		}
	}
	return value
}

// initial is the expression of an initialiser such as = x, (x) or {x}.
func initial(init ast.Node) ast.Node {
	if init.Is(ast.ArgumentList, ast.InitializerList) {
		if init.ChildCount() != 1 {
			return ast.Node{}
		}
		return sema.Argument(init.FirstChild())
	}
	return init
}

// assign returns the value after a write.
func (e *Evaluator) assign(old *Linear, w ast.Node, depth int) *Linear {
	if w.Kind() == ast.UpdateExpression {
		if old == nil {
			return nil
		}
		if w.Op() == ast.Decrement {
			return old.plus(&Linear{Const: 1}, -1)
		}
		return old.plus(&Linear{Const: 1}, 1)
	}
	value := e.eval(w.Child(ast.FieldRight), depth)
	if value == nil || w.Op() == ast.Assign {
		return value
	}
	if old == nil {
		return nil
	}
	switch w.Op() {
	case ast.AddAssign:
		return old.plus(value, 1)
	case ast.SubAssign:
		return old.plus(value, -1)
	case ast.MulAssign:
		return old.times(value)
	case ast.ShlAssign:
		if value.constant() && value.Const >= 0 && value.Const < 30 {
			return old.times(&Linear{Const: 1 << value.Const})
		}
	}
	return nil
}

// counter evaluates the counter of a for loop, which only the loop's update changes: its
// initial value plus one step per iteration.
func (e *Evaluator) counter(l *sema.Local, loop ast.Node, writes []write, depth int) *Linear {
	update := loop.Child(ast.FieldUpdate)
	if len(writes) != 1 || !writes[0].plain || writes[0].node != update {
		return nil
	}
	start := e.eval(initial(l.Init), depth)
	if start == nil {
		return nil
	}
	moved := e.assign(&Linear{}, update, depth)
	if op := update.Op(); moved == nil || update.Kind() == ast.AssignmentExpression && op != ast.AddAssign && op != ast.SubAssign {
		return nil
	}
	if !moved.constant() {
		if !moved.uniform() {
			return nil
		}
		// The step is unknown: the differences between threads stay those of the start.
		return start.plus(&Linear{Loose: true}, 1)
	}
	if bound := e.bound(l, loop, depth); bound != nil && start.constant() && moved.Const > 0 && start.Const+moved.Const >= *bound {
		return start // one iteration at most
	}
	return start.plus(&Linear{Steps: map[Symbol]int64{{Name: l.Name, Loop: loop}: moved.Const}}, 1)
}

// bound returns the number that the counter stays below, nil if it is not known.
func (e *Evaluator) bound(l *sema.Local, loop ast.Node, depth int) *int64 {
	cond := loop.Child(ast.FieldCondition)
	if cond.Kind() != ast.BinaryExpression || cond.Child(ast.FieldLeft).Text() != l.Name {
		return nil
	}
	v := e.eval(cond.Child(ast.FieldRight), depth)
	if v == nil || !v.constant() {
		return nil
	}
	switch cond.Op() {
	case ast.Less, ast.NotEqual:
		return &v.Const
	case ast.LessEqual:
		next := v.Const + 1
		return &next
	}
	return nil
}
