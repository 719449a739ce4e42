package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

func (a *analysis) unary(n ast.Node, st *state) []result {
	if n.Op() == ast.Not {
		return a.boolean(n, st)
	}
	results := a.eval(n.Child(ast.FieldArgument), st)
	for i, r := range results {
		v := value{}
		if k, ok := a.know(r.st, r.v).exact(); ok && n.Op() == ast.Sub {
			v = constant(exactly(-k))
		} else if n.Op() == ast.Add {
			v = r.v
		} else if r.v.key != "" {
			v.key = n.Op().String() + r.v.key
		}
		results[i].v = v
	}
	return results
}

func (a *analysis) update(n ast.Node, st *state) []result {
	results := a.eval(n.Child(ast.FieldArgument), st)
	for i, r := range results {
		b := stepped(a.know(r.st, r.v), n.Op() == ast.Decrement)
		a.write(r.st, r.v.place, constant(b), n)
		results[i].v = value{}
	}
	return results
}

// stepped returns what is known of a number after ++ or --. A loop's counter
// stays on its side of the first step, and nothing more is said of it: that keeps
// loops short.
func stepped(b bounds, down bool) bounds {
	k, exact := b.exact()
	switch {
	case exact && !down && k < 1<<62:
		return bounds{lo: k + 1, hi: anything.hi}
	case exact && k > -1<<62:
		return bounds{lo: anything.lo, hi: k - 1}
	case down:
		return bounds{lo: anything.lo, hi: b.hi}
	}
	return bounds{lo: b.lo, hi: anything.hi}
}

// boolean evaluates a condition as a value: both outcomes, where they differ in
// anything that is kept.
func (a *analysis) boolean(n ast.Node, st *state) []result {
	var out []result
	for _, s := range a.assume(n, st.clone(), true) {
		out = append(out, result{s, constant(one)})
	}
	yes := len(out)
	for _, s := range a.assume(n, st, false) {
		out = append(out, result{s, constant(zero)})
	}
	if yes == 1 && len(out) == 2 && out[0].st.key() == out[1].st.key() {
		return []result{{out[0].st, value{}}}
	}
	return out
}

func (a *analysis) binary(n ast.Node, st *state) []result {
	op := n.Op()
	if op == ast.LogicalAnd || op == ast.LogicalOr || comparisonOf(op) != noComparison {
		return a.boolean(n, st)
	}
	var out []result
	for _, l := range a.eval(n.Child(ast.FieldLeft), st) {
		for _, r := range a.eval(n.Child(ast.FieldRight), l.st) {
			v := value{}
			lk, rk := a.spell(r.st, l.v), a.spell(r.st, r.v)
			x, xok := a.know(r.st, l.v).exact()
			y, yok := a.know(r.st, r.v).exact()
			switch {
			case l.v.pointer != nil && l.v.pointer.array && op == ast.Add && rk != "":
				v.pointer = &pointer{to: l.v.pointer.to + "[" + rk + "]"}
			case xok && yok && op == ast.Add:
				v = constant(exactly(x + y))
			case xok && yok && op == ast.Sub:
				v = constant(exactly(x - y))
			case xok && yok && op == ast.Mul && max(x, -x) < 1<<30 && max(y, -y) < 1<<30:
				v = constant(exactly(x * y))
			case lk != "" && rk != "" && len(lk)+len(rk) < 400:
				v.key = "(" + lk + op.String() + rk + ")"
			}
			if v.con == nil && a.know(r.st, l.v).lo >= 0 && a.know(r.st, r.v).lo >= 0 {
				switch op {
				case ast.Add, ast.Mul, ast.Div, ast.Rem, ast.Shr, ast.And:
					// Numbers that overflow are no indexes of anything.
					if _, ok := r.st.facts[v.key]; v.key == "" || !ok {
						v.con = &bounds{lo: 0, hi: anything.hi}
					}
				}
			}
			if op == ast.Shl && !printed(n) && a.reaches(r.st, r.v) { // all << tex
				a.escape(r.st)
			}
			out = append(out, result{r.st, v})
		}
	}
	return a.join(out)
}

// printed reports whether << writes to a stream rather than stores, as far as the
// usual names of streams tell.
func printed(n ast.Node) bool {
	for n.Is(ast.BinaryExpression) {
		n = n.Child(ast.FieldLeft)
	}
	name := strings.ToLower(n.Text())
	for _, stream := range []string{"cout", "cerr", "clog", "os", "ss", "out", "log", "file", "stream"} {
		if strings.HasSuffix(name, stream) {
			return true
		}
	}
	return n.Is(ast.NumberLiteral)
}

// spell returns the key of a value, or the number it is known to be.
func (a *analysis) spell(st *state, v value) string {
	if k, ok := a.know(st, v).exact(); ok {
		return fmt.Sprint(k)
	}
	return v.key
}

func comparisonOf(op ast.Op) comparison {
	switch op {
	case ast.Equal:
		return equal
	case ast.NotEqual:
		return notEqual
	case ast.Less:
		return less
	case ast.LessEqual:
		return lessEqual
	case ast.Greater:
		return greater
	case ast.GreaterEqual:
		return greaterEqual
	}
	return noComparison
}
