package resource

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// assume evaluates a condition and returns the states in which it has a truth
// value. It takes the state over.
func (a *analysis) assume(n ast.Node, st *state, truth bool) []*state {
	if a.step() {
		return nil
	}
	switch n.Kind() {
	case ast.None:
		return []*state{st}
	case ast.ParenthesizedExpression:
		return a.assume(n.FirstChild(), st, truth)
	case ast.ConditionClause:
		return a.assume(n.Child(ast.FieldValue), st, truth)
	case ast.UnaryExpression:
		if n.Op() == ast.Not {
			return a.assume(n.Child(ast.FieldArgument), st, !truth)
		}
	case ast.CommaExpression:
		var out []*state
		for _, r := range a.eval(n.Child(ast.FieldLeft), st) {
			out = append(out, a.assume(n.Child(ast.FieldRight), r.st, truth)...)
		}
		return out
	case ast.BinaryExpression:
		if op := n.Op(); op == ast.LogicalAnd || op == ast.LogicalOr {
			return a.assumeBoth(n, st, truth, op == ast.LogicalAnd)
		}
		if op := comparisonOf(n.Op()); op != noComparison {
			var out []*state
			for _, l := range a.eval(n.Child(ast.FieldLeft), st) {
				for _, r := range a.eval(n.Child(ast.FieldRight), l.st) {
					if s := a.refine(r.st, l.v, op, r.v, truth); s != nil {
						out = append(out, s)
					}
				}
			}
			return a.joinStates(out)
		}
	case ast.Declaration:
		return a.assumeDeclared(n, st, truth)
	case ast.CallExpression:
		if name := calleeName(n); name == "__builtin_expect" || name == "likely" || name == "unlikely" {
			if args := arguments(n); len(args) > 0 {
				return a.assume(args[0], st, truth)
			}
		}
		if x, ok := a.f.unit.expand(n); ok && !x.Is(ast.CompoundStatement) {
			return a.assume(x, st, truth)
		}
	case ast.Identifier:
		if x, ok := a.f.unit.expand(n); ok && !x.Is(ast.CompoundStatement) {
			return a.assume(x, st, truth)
		}
	}
	var out []*state
	for _, r := range a.eval(n, st) {
		if s := a.refine(r.st, r.v, notEqual, constant(zero), truth); s != nil {
			out = append(out, s)
		}
	}
	return a.joinStates(out)
}

// assumeBoth takes && and || apart.
func (a *analysis) assumeBoth(n ast.Node, st *state, truth, and bool) []*state {
	left, right := n.Child(ast.FieldLeft), n.Child(ast.FieldRight)
	var out []*state
	if truth == and { // both sides have this truth value
		for _, s := range a.assume(left, st, truth) {
			out = append(out, a.assume(right, s, truth)...)
		}
		return a.joinStates(out)
	}
	out = a.assume(left, st.clone(), truth)
	for _, s := range a.assume(left, st, !truth) {
		out = append(out, a.assume(right, s, truth)...)
	}
	return a.joinStates(out)
}

// assumeDeclared is for if (T x = value).
func (a *analysis) assumeDeclared(n ast.Node, st *state, truth bool) []*state {
	var out []*state
	for _, r := range a.declaration(n, st) {
		v := value{}
		for c := range n.ChildrenWith(ast.FieldDeclarator) {
			if name := declaratorName(c); name.Valid() {
				if d := a.f.variable(name.Text(), name); d != nil {
					v = a.at(r.st, d.place(), d)
				}
			}
		}
		if s := a.refine(r.st, v, notEqual, constant(zero), truth); s != nil {
			out = append(out, s)
		}
	}
	return out
}

// declaratorName returns the name in a declarator.
func declaratorName(n ast.Node) ast.Node {
	for d := range n.Descendants() {
		if d.Is(ast.Identifier) {
			return d
		}
	}
	return ast.Node{}
}

// refine adds that a comparison has a truth value; nil where it cannot.
func (a *analysis) refine(st *state, l value, op comparison, r value, truth bool) *state {
	lb, rb := a.know(st, l), a.know(st, r)
	if _, ok := rb.exact(); !ok {
		if _, ok := lb.exact(); ok {
			l, r, lb, rb, op = r, l, rb, lb, op.swapped()
		}
	}
	if k, ok := rb.exact(); ok {
		b, ok := lb.and(compared(op, k, truth))
		if !ok {
			return nil
		}
		if l.key != "" && l.con == nil {
			st.facts[l.key] = b
		}
		return st
	}
	// Two unknown values: one key for the question however it is put.
	if rb.isNonzero() && r.con != nil && (op == equal || op == notEqual) {
		if (op == equal) == truth { // equal to some error
			b, ok := lb.and(nonzero)
			if !ok {
				return nil
			}
			if l.key != "" {
				st.facts[l.key] = b
			}
		}
		if l.key != "" {
			return st
		}
	}
	if (op == equal || op == notEqual) && l.place != "" && r.place != "" && st.holds(l.place) && st.holds(r.place) {
		if (op == equal) != truth {
			return nil // two copies of one handle
		}
		return st
	}
	if (op == equal || op == notEqual) && a.origin.Valid() && st.holds(l.place) != st.holds(r.place) && l.place != "" && r.place != "" && st.status == live {
		if (op == equal) == truth {
			return nil // a new handle equals nothing that was not made from it
		}
		return st
	}
	lk, rk := l.key, r.key
	if lk == "" || rk == "" || len(lk)+len(rk) > 400 {
		return st
	}
	switch op {
	case notEqual:
		op, truth = equal, !truth
	case greater:
		op, lk, rk = less, rk, lk
	case lessEqual:
		op, lk, rk, truth = less, rk, lk, !truth
	case greaterEqual:
		op, truth = less, !truth
	}
	if op == equal && lk > rk {
		lk, rk = rk, lk
	}
	key := lk + "<" + rk
	if op == equal {
		key = lk + "==" + rk
	}
	want := zero
	if truth {
		want = one
	}
	if have, ok := st.facts[key]; ok && have.lo != want.lo {
		return nil
	}
	st.facts[key] = want
	return st
}

// joinStates drops states that equal others.
func (a *analysis) joinStates(states []*state) []*state {
	if len(states) < 2 {
		return states
	}
	seen := map[stateKey]bool{}
	out := states[:0:0]
	for _, s := range states {
		a.work(1 + s.size())
		if k := s.key(); !seen[k] {
			seen[k] = true
			out = append(out, s)
		}
	}
	if len(out) > maxResults {
		a.partial = true
		return out[:maxResults]
	}
	return out
}
