package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// leave follows the edges out of a block.
func (a *analysis) leave(p *point, st *state, condition bool) {
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
		var states []*state
		switch {
		case e.Kind == cfg.Arm:
			states = a.arm(b.Condition, e, st.clone())
		case condition && (e.Kind == cfg.True || e.Kind == cfg.False):
			a.node = b.Condition
			states = a.assume(b.Condition, st.clone(), e.Kind == cfg.True)
		case condition && (e.Kind == cfg.Case || e.Kind == cfg.Default || e.Kind == cfg.NoCase):
			a.node = b.Condition
			states = a.choose(b, e, st.clone())
		default:
			states = []*state{st.clone()}
		}
		for _, s := range states {
			if !a.settle(s, b.Condition) {
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
		if e.Kind != cfg.Throw || e.Label != thrown.Label || e.To == thrown.To || len(e.To.Nodes) == 0 {
			continue
		}
		handler := e.To.Nodes[0].Child(ast.FieldParameters).FirstChild().Child(ast.FieldType)
		simple := handler.Is(ast.PrimitiveType, ast.SizedTypeSpecifier)
		number := value.Is(ast.NumberLiteral, ast.CharLiteral, ast.True, ast.False)
		if t := a.typeOf(value, 0); t != nil && t.Object().Arithmetic() {
			number = true
		}
		if !value.Valid() || simple == number && (simple || !value.Is(ast.StringLiteral)) {
			return true
		}
	}
	return false
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
	c := header.Condition
	if l == nil || !c.Valid() || c.Is(ast.ForRangeLoop, ast.PreprocIf, ast.PreprocIfdef) {
		return
	}
	names := map[string]bool{}
	note(names, c)
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
			for _, p := range st.places { // for (auto* t : {&a, &b})
				if _, inside := covers(target.to, p); inside && l.released[a.f.firstName(k)] && strings.Contains(k, "[") {
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
				if a.settle(s, t.by) {
					a.follow(p, e, s)
				}
			}
		}
		if !caught {
			a.exits = append(a.exits, exit{cfg.Throw, t.by, p, t.st})
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
	var out []*state
	for _, r := range a.eval(b.Condition, st) {
		s := r.st
		if e.Kind == cfg.Case {
			if k := a.caseValue(e.Label); k.con != nil {
				s = a.refine(s, r.v, equal, k, true)
			}
		} else {
			for _, other := range b.Succs {
				if k := a.caseValue(other.Label); other.Kind == cfg.Case && k.con != nil && s != nil {
					s = a.refine(s, r.v, notEqual, k, true)
				}
			}
		}
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

func (a *analysis) caseValue(label ast.Node) value {
	n := label.Child(ast.FieldValue)
	if !n.Valid() {
		return value{}
	}
	if b, ok := named[n.Text()]; ok {
		return constant(b)
	}
	if c := a.f.sema.Scope.Const(n); c.Known() && c.Type.Kind != sema.Float {
		return constant(exactly(c.Int))
	}
	return value{}
}
