package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A hostEval evaluates expressions of function bodies at a place, as far as the text
// determines them.
type hostEval struct {
	e     *eval
	flows map[*Function]*hostFlow
	busy  map[hostQuestion]bool
	steps int
}

func newHostEval(u *Unit) *hostEval {
	return &hostEval{e: &eval{u: u}, flows: map[*Function]*hostFlow{}, busy: map[hostQuestion]bool{}}
}

type hostQuestion struct {
	local *hostLocal
	field string
	at    ast.Node
}

const maxHostSteps = 20000

func (h *hostEval) flow(fn *Function) *hostFlow {
	f := h.flows[fn]
	if f == nil {
		f = newHostFlow(h.e, fn)
		h.flows[fn] = f
	}
	return f
}

// scope returns a scope in which the names of a function mean what they do at a node.
func (h *hostEval) scope(fl *hostFlow, at ast.Node) *Scope {
	return &Scope{Unit: h.e.u, Outer: fl.fn.Scope,
		Local: func(name string) (LocalName, bool) {
			l := fl.localNamed(name, at)
			if l == nil {
				return LocalName{}, false
			}
			return h.localName(fl, l, at), true
		},
		localType: func(name string) (LocalName, bool) {
			l := fl.localNamed(name, at)
			if l == nil {
				return LocalName{}, false
			}
			return LocalName{IsType: l.isType, Type: h.localType(fl, l)}, true
		},
		member: func(n ast.Node) (Const, bool) { return h.member(fl, n, at) },
	}
}

func (h *hostEval) localName(fl *hostFlow, l *hostLocal, at ast.Node) LocalName {
	t := h.localType(fl, l)
	if l.isType {
		return LocalName{IsType: true, Type: t}
	}
	out := LocalName{Type: t}
	if t.Object().Arithmetic() || t.Kind == Auto {
		out.Value = h.value(fl, l, "", at)
	}
	return out
}

// localType returns the declared type of a local.
func (h *hostEval) localType(fl *hostFlow, l *hostLocal) *Type {
	if l.typ != nil {
		return l.typ
	}
	if !h.e.enter() {
		return unknownType
	}
	defer h.e.leave()
	// While it is computed it is unknown, against declarations in a circle.
	l.typ = unknownType
	t := unknownType
	s := h.scope(fl, l.decl)
	switch {
	case len(l.writes) > 0 && l.writes[0].value.Kind() == ast.ParameterList: // T x(N), see Declarators
		t = h.e.typeOf(s, l.decl.Child(ast.FieldType))
	case l.param >= 0:
		t = h.e.paramType(s, fl.fn.Params[l.param])
	default:
		for _, d := range h.e.declarators(s, l.decl) {
			if d.Node == l.node || d.Node.Text() == l.name {
				t = d.Type
				break
			}
		}
	}
	l.typ = t
	return t
}

// ask guards a question against itself; done must be called if ok.
func (h *hostEval) ask(q hostQuestion) (done func(), ok bool) {
	h.steps++
	if h.busy[q] || h.steps > maxHostSteps || !h.e.enter() {
		return nil, false
	}
	h.busy[q] = true
	return func() {
		delete(h.busy, q)
		h.e.leave()
	}, true
}

// value returns the value that a local, or the member of it that a path names, has at a node.
func (h *hostEval) value(fl *hostFlow, l *hostLocal, path string, at ast.Node) Const {
	done, ok := h.ask(hostQuestion{l, path, at})
	if !ok {
		return Const{}
	}
	defer done()
	writes, ok := fl.reaching(l, path, at)
	if !ok {
		return Const{}
	}
	t := h.localType(fl, l).Object()
	return agree(writes, func(w hostWrite) Const {
		k := Const{}
		if w.field == path {
			k = h.written(fl, l, path, w)
		}
		switch {
		case path != "" || t.Kind == Auto:
			return k
		case t.Arithmetic():
			return k.Convert(t.Without())
		}
		return Const{}
	})
}

// agree returns the value that all writes give, unknown where they differ.
func agree(writes []hostWrite, value func(hostWrite) Const) Const {
	var out Const
	for i, w := range writes {
		k := value(w)
		if !k.Known() || i > 0 && (k.Int != out.Int || k.Float != out.Float) {
			return Const{}
		}
		out = k
	}
	return out
}

// written returns what one write gives to a scalar.
func (h *hostEval) written(fl *hostFlow, l *hostLocal, path string, w hostWrite) Const {
	switch w.kind {
	case writeValue:
		v := single(w.value)
		if !v.Valid() {
			return Const{}
		}
		return h.e.constant(h.scope(fl, w.at), v)
	case writeOp:
		return BinaryConst(w.op, h.value(fl, l, path, w.at), h.e.constant(h.scope(fl, w.at), w.value))
	case writeStep:
		return BinaryConst(w.op, h.value(fl, l, path, w.at), intConst(1, intType))
	}
	return Const{}
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
func (h *hostEval) member(fl *hostFlow, n, at ast.Node) (Const, bool) {
	root := rootName(n)
	l := fl.local(root)
	if l == nil && n.File() != fl.body.File() {
		l = fl.localNamed(root.Text(), at)
	}
	path, ok := fieldPath(n)
	if !ok || path == "" || l == nil {
		return Const{}, false
	}
	if n.File() == fl.body.File() {
		at = n
	}
	return h.value(fl, l, path, at), true
}
