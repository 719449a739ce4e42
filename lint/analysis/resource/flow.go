package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// leave follows the edges out of a block.
func (a *analysis) leave(p *point, st *state) {
	b := p.block
	for _, e := range b.Succs {
		if e.Kind == cfg.Throw && !e.Label.Valid() {
			continue // see raise
		}
		if e.Kind == cfg.Throw && e.To == a.f.graph.Exit && a.caught(b, e) {
			continue
		}
		if a.work(4 + 2*st.size()) {
			return
		}
		for _, s := range a.taken(b, e, st.clone()) {
			if !a.settle(s, b, len(b.Ops)) {
				continue
			}
			if a.releasedByLoop(e, s) {
				a.losePath(b.Condition)
				continue
			}
			a.plannedEdge(e, s)
			a.follow(p, e, s)
		}
	}
}

// taken returns the states in which an edge is taken.
func (a *analysis) taken(b *cfg.Block, e *cfg.Edge, st *state) []*state {
	switch {
	case e.Kind == cfg.Arm:
		return a.arm(b.Condition, e, st)
	case b.Test != 0 && (e.Kind == cfg.True || e.Kind == cfg.False):
		return a.joinStates(a.assume(b.Test, st, e.Kind == cfg.True))
	case b.Test != 0 && (e.Kind == cfg.Case || e.Kind == cfg.Default || e.Kind == cfg.NoCase):
		return a.choose(b, e, st)
	case e.Yields != 0:
		return a.yield(e, st)
	}
	return []*state{st}
}

// yield gives && or ||, or ?:, its value.
func (a *analysis) yield(e *cfg.Edge, st *state) []*state {
	o := a.op(e.Yields)
	switch {
	case o.Code == ir.OpLogical && e.Value == o.A: // which has decided
		st.values[e.Yields] = constant(one)
		if o.Operator == ast.LogicalAnd {
			st.values[e.Yields] = constant(zero)
		}
	case o.Code == ir.OpLogical || a.f.values.deciding[e.Value]:
		return a.outcomes(e.Yields, e.Value, st)
	default:
		if v := a.value(st, e.Value); v != (value{}) {
			st.values[e.Yields] = v
		}
	}
	return []*state{st}
}

func (a *analysis) follow(p *point, e *cfg.Edge, st *state) {
	if e.To == a.f.graph.Exit {
		if e.Kind != cfg.Terminate {
			a.exits = append(a.exits, exit{e.Kind, e.Label, p, st})
		}
		return
	}
	if e.Back {
		if l := a.f.loops[e.To]; l != nil && st.status == gone {
			for _, p := range st.places {
				if l.timed[a.f.firstName(p)] {
					a.losePath(ast.Node{})
					return // the one iteration that releases is the last that uses
				}
			}
		}
		a.again(e.To, st)
		if a.nextOfMacro(e.To, st); st.status == away {
			a.losePath(ast.Node{})
			return
		}
	}
	a.enter(e.To, st, p, e)
}

// caught reports whether a handler around a throw takes what it throws, as far as
// the spelling tells: a number is no exception of a class, nor the other way.
func (a *analysis) caught(b *cfg.Block, thrown *cfg.Edge) bool {
	value := thrown.Label.FirstChild()
	for _, e := range b.Succs {
		if e.Kind != cfg.Throw || e.Label != thrown.Label || e.To == thrown.To || !e.To.Handler.Valid() {
			continue
		}
		handler := e.To.Handler.Child(ast.FieldParameters).FirstChild().Child(ast.FieldType)
		simple := handler.Is(ast.PrimitiveType, ast.SizedTypeSpecifier)
		number := value.Is(ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False)
		if t := a.typeThrown(b); t != nil && t.Object().Arithmetic() {
			number = true
		}
		if !value.Valid() || simple == number && (simple || !value.Is(ast.StringLiteral)) {
			return true
		}
	}
	return false
}

// typeThrown returns the type of what a block throws at its end, nil where it is not known.
func (a *analysis) typeThrown(b *cfg.Block) *sema.Type {
	if len(b.Ops) == 0 {
		return nil
	}
	return a.op(a.op(b.Ops[len(b.Ops)-1]).A).Type
}

// nextOfMacro begins the next iteration of a loop that a macro heads: what it
// counts with is among its arguments.
func (a *analysis) nextOfMacro(header *cfg.Block, st *state) {
	loop := header.Condition.Enclosing(ast.WhileStatement)
	if !loop.Valid() || strings.HasPrefix(loop.Text(), "while") {
		return
	}
	for n := range loop.Child(ast.FieldCondition).Descendants() {
		if !n.Is(ast.Identifier) {
			continue
		}
		place := "g:" + n.Text() + "'"
		st.moved(place)
		for _, p := range st.places {
			if root(p) == place {
				st.leave()
				return
			}
		}
	}
}

// again drops what is known of a loop's condition before its next iteration, if
// nothing in the loop is seen to change it: something must.
func (a *analysis) again(header *cfg.Block, st *state) {
	l := a.f.loops[header]
	if l == nil || header.Test == 0 || header.Condition.Is(ast.ForRangeLoop) {
		return
	}
	names := map[string]bool{}
	a.f.names(names, header.Test)
	for name := range names {
		if l.written[name] {
			return
		}
	}
	for k := range st.facts {
		for _, name := range a.f.namesIn(k) {
			if names[name] {
				delete(st.facts, k)
				break
			}
		}
	}
}

// releasedByLoop takes a loop that releases elements to release all of them: it
// is not known how often it runs.
func (a *analysis) releasedByLoop(e *cfg.Edge, st *state) bool {
	if st.status != live || e.Kind != cfg.True && e.Kind != cfg.False {
		return false
	}
	for header, l := range a.f.loops {
		if len(l.released) == 0 || !l.blocks[e.From] || l.blocks[e.To] || header != e.From && !header.Condition.Is(ast.ForRangeLoop) && !l.blocks[header] {
			continue
		}
		for _, p := range st.places {
			if l.timed[a.f.firstName(p)] {
				a.consumed = true
				a.endedIn[e.From] = true
				return true
			}
		}
		for k, target := range st.points {
			for _, p := range st.places { // for (auto* t : {&a, &b}), for (t = all; t != all + n; t++)
				if _, inside := covers(target.to, p); inside && l.released[a.f.firstName(k)] && (target.array || strings.Contains(k, "[")) {
					a.consumed = true
					a.endedIn[e.From] = true
					return true
				}
			}
		}
		for _, p := range st.places {
			for i := range len(p) {
				if p[i] == '[' || p[0] == '?' {
					for _, name := range a.f.namesIn(p) {
						if l.released[name] {
							a.consumed = true
							a.endedIn[e.From] = true
							return true
						}
					}
					break
				}
			}
		}
	}
	return false
}

// raise follows the paths on which a call has thrown.
func (a *analysis) raise(p *point) {
	for _, t := range a.thrown {
		caught := false
		for _, e := range p.block.Succs {
			if e.Kind == cfg.Throw && !e.Label.Valid() {
				caught = true
				s := t.st.clone()
				if a.settle(s, p.block, len(p.block.Ops)) {
					a.follow(p, e, s)
				}
			}
		}
		if !caught {
			a.exits = append(a.exits, exit{cfg.Throw, a.source(t.by), p, t.st})
		}
	}
}

// arm decides an #if: equal conditions have the same outcome.
func (a *analysis) arm(n ast.Node, e *cfg.Edge, st *state) []*state {
	want := zero
	if (e == a.firstArm(e)) != armNegated(n) {
		want = one
	}
	key := armName(n)
	if have, ok := st.facts[key]; ok {
		if have.lo != want.lo {
			return nil
		}
		return []*state{st}
	}
	st.facts[key] = want
	return []*state{st}
}

// firstArm returns the edge into the arm of the #if itself.
func (a *analysis) firstArm(e *cfg.Edge) *cfg.Edge {
	for _, s := range e.From.Succs {
		if s.Kind == cfg.Arm {
			return s
		}
	}
	return nil
}

// choose refines the value of a switch along an edge.
func (a *analysis) choose(b *cfg.Block, e *cfg.Edge, st *state) []*state {
	v := a.value(st, b.Test)
	if e.Kind == cfg.Case {
		if k := a.label(st, e.Case); k.con != nil {
			st = a.refine(st, v, equal, k, true)
		}
	} else {
		for _, other := range b.Succs {
			if other.Kind == cfg.Case && st != nil {
				if k := a.label(st, other.Case); k.con != nil {
					st = a.refine(st, v, notEqual, k, true)
				}
			}
		}
	}
	if st == nil {
		return nil
	}
	return []*state{st}
}

// label returns the value of a label, by which nothing else is told.
func (a *analysis) label(st *state, c *ir.Case) value {
	o := a.op(c.Value)
	for o.Code == ir.OpConvert {
		o = a.op(o.A)
	}
	if o.Code == ir.OpUnknown {
		b, ok := named[o.Node.Text()]
		if !ok {
			return value{}
		}
		return constant(b)
	}
	return a.value(st, c.Value)
}
