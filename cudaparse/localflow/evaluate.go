package localflow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// An evaluator evaluates expressions of function bodies at a place, as far as the text determines
// them.
type evaluator struct {
	e     *sema.Evaluator
	flows map[*sema.Function]*functionFlow
	busy  map[question]bool
	steps int
}

func newEvaluator(u *sema.Unit) *evaluator {
	return &evaluator{e: sema.NewEvaluator(u), flows: map[*sema.Function]*functionFlow{}, busy: map[question]bool{}}
}

type question struct {
	local *localVar
	field string
	at    ast.Node
}

// reset sets the step count to 0 for a new question.
func (h *evaluator) reset() {
	h.e.Reset()
	h.steps = 0
}

const maxSteps = 20000

func (h *evaluator) flow(fn *sema.Function) *functionFlow {
	f := h.flows[fn]
	if f == nil {
		f = newFunctionFlow(h.e, fn)
		h.flows[fn] = f
	}
	return f
}

// scope returns the scope at a node of a function.
func (h *evaluator) scope(fl *functionFlow, at ast.Node) *sema.Scope {
	return &sema.Scope{Unit: h.e.Unit(), Outer: fl.fn.Scope,
		Local: func(name string) (sema.LocalName, bool) {
			l := fl.localNamed(name, at)
			if l == nil {
				return sema.LocalName{}, false
			}
			return h.localName(fl, l, at), true
		},
		LocalType: func(name string) (sema.LocalName, bool) {
			l := fl.localNamed(name, at)
			if l == nil {
				return sema.LocalName{}, false
			}
			return sema.LocalName{IsType: l.isType, Type: h.localType(fl, l)}, true
		},
		Member: func(n ast.Node) (sema.Const, bool) { return h.member(fl, n, at) },
	}
}

func (h *evaluator) localName(fl *functionFlow, l *localVar, at ast.Node) sema.LocalName {
	t := h.localType(fl, l)
	if l.isType {
		return sema.LocalName{IsType: true, Type: t}
	}
	out := sema.LocalName{Type: t}
	if t.Object().Arithmetic() || t.Kind == sema.Auto {
		out.Value = h.value(fl, l, "", at)
	}
	return out
}

// localType returns the declared type of a local.
func (h *evaluator) localType(fl *functionFlow, l *localVar) *sema.Type {
	if l.typ != nil {
		return l.typ
	}
	if !h.e.Enter() {
		return types.Unknown
	}
	defer h.e.Leave()
	// It is unknown while it is computed, so that circular declarations end.
	l.typ = types.Unknown
	t := types.Unknown
	s := h.scope(fl, l.decl)
	switch {
	case len(l.writes) > 0 && l.writes[0].value.Kind() == ast.ParameterList: // T x(N), see Declarators
		t = h.e.Type(s, l.decl.Child(ast.FieldType))
	case l.param >= 0:
		t = h.e.ParamType(s, fl.fn.Params[l.param])
	default:
		for _, d := range h.e.Declarators(s, l.decl) {
			if d.Node == l.node || d.Node.Text() == l.name {
				t = d.Type
				break
			}
		}
	}
	l.typ = t
	return t
}

// ask starts a question. It fails for one that is being answered, and past the bounds. done must
// be called if ok.
func (h *evaluator) ask(q question) (done func(), ok bool) {
	h.steps++
	if h.busy[q] || h.steps > maxSteps || !h.e.Enter() {
		return nil, false
	}
	h.busy[q] = true
	return func() {
		delete(h.busy, q)
		h.e.Leave()
	}, true
}

// value returns the value that a local, or the member of it that a path names, has at a node.
func (h *evaluator) value(fl *functionFlow, l *localVar, path string, at ast.Node) sema.Const {
	done, ok := h.ask(question{l, path, at})
	if !ok {
		return sema.Const{}
	}
	defer done()
	writes, ok := fl.reaching(l, path, at)
	if !ok {
		return sema.Const{}
	}
	t := h.localType(fl, l).Object()
	return agree(writes, func(w write) sema.Const {
		k := sema.Const{}
		if w.field == path {
			k = h.written(fl, l, path, w)
		}
		switch {
		case path != "" || t.Kind == sema.Auto:
			return k
		case t.Arithmetic():
			return k.Convert(t.Without())
		}
		return sema.Const{}
	})
}

// agree returns the value that all writes store, unknown where they differ.
func agree(writes []write, value func(write) sema.Const) sema.Const {
	var out sema.Const
	for i, w := range writes {
		k := value(w)
		if !k.Known() || i > 0 && (k.Int != out.Int || k.Float != out.Float) {
			return sema.Const{}
		}
		out = k
	}
	return out
}

// written returns the value that one write stores in a scalar.
func (h *evaluator) written(fl *functionFlow, l *localVar, path string, w write) sema.Const {
	switch w.kind {
	case writeValue:
		v := single(w.value)
		if !v.Valid() {
			return sema.Const{}
		}
		return h.e.Const(h.scope(fl, w.at), v)
	case writeOp:
		return types.BinaryConst(w.op, h.value(fl, l, path, w.at), h.e.Const(h.scope(fl, w.at), w.value))
	case writeStep:
		return types.BinaryConst(w.op, h.value(fl, l, path, w.at), sema.Const{Type: types.Fundamental("int"), Int: 1})
	}
	return sema.Const{}
}

// single unwraps an initialiser of one element.
func single(n ast.Node) ast.Node {
	if n.Is(ast.ArgumentList, ast.InitializerList, ast.ParameterList) {
		if n.ChildCount() != 1 {
			return ast.Node{}
		}
		return n.FirstChild()
	}
	return n
}

// member evaluates a member expression of a local.
func (h *evaluator) member(fl *functionFlow, n, at ast.Node) (sema.Const, bool) {
	root := n.LvalueRoot()
	l := fl.local(root)
	if l == nil && n.File() != fl.body.File() {
		l = fl.localNamed(root.Text(), at)
	}
	path, ok := fieldPath(n)
	if !ok || path == "" || l == nil {
		return sema.Const{}, false
	}
	if n.File() == fl.body.File() {
		at = n
	}
	return h.value(fl, l, path, at), true
}
