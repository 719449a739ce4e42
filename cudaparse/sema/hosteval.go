package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A hostEval evaluates expressions of host code at a place, as far as the text
// determines them.
type hostEval struct {
	e     *eval
	flows map[*Function]*hostFlow
	busy  map[hostQuestion]bool
	steps int
	// resolved are the functions that calls were found to mean.
	resolved map[resolveQuestion]resolveAnswer
}

// next returns an evaluation that begins anew with what another one, nil for none, has
// found out.
func (h *hostEval) next(e *eval) *hostEval {
	if h == nil {
		h = &hostEval{flows: map[*Function]*hostFlow{}, resolved: map[resolveQuestion]resolveAnswer{}}
	}
	return &hostEval{e: e, flows: h.flows, busy: map[hostQuestion]bool{}, resolved: h.resolved}
}

// A frame is one way a host function is called.
type frame struct {
	flow     *hostFlow
	bindings *Bindings
	caller   *frame
	call     ast.Node   // the call_expression in the caller, not valid for none
	args     []ast.Node // of the call
	// assume holds what the conditions around a launch say of locals that are
	// written once.
	assume map[*hostLocal]Const
	// types are the types of locals that depend on the template arguments of the function.
	types map[*hostLocal]*Type
}

// generic reports whether types in the function may depend on template arguments: of the
// function or of its class.
func (f *hostFlow) generic() bool {
	return len(f.fn.TemplateParams) > 0 || f.fn.Record != nil && len(f.fn.Record.TemplateParams) > 0
}

type hostQuestion struct {
	frame *frame
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

// scope returns a scope in which the names of a frame mean what they do at a
// node.
func (h *hostEval) scope(fr *frame, at ast.Node) *Scope {
	s := fr.flow.fn.Scope
	if fr.bindings != nil {
		s = s.With(fr.bindings)
	}
	return &Scope{Unit: h.e.u, Outer: s,
		Local: func(name string) (LocalName, bool) {
			l := fr.flow.localNamed(name, at)
			if l == nil {
				return LocalName{}, false
			}
			return h.localName(fr, l, at), true
		},
		localType: func(name string) (LocalName, bool) {
			l := fr.flow.localNamed(name, at)
			if l == nil {
				return LocalName{}, false
			}
			return LocalName{IsType: l.isType, Type: h.localType(fr, l)}, true
		},
		member: func(n ast.Node) (Const, bool) { return h.member(fr, n, at) },
	}
}

func (h *hostEval) localName(fr *frame, l *hostLocal, at ast.Node) LocalName {
	t := h.localType(fr, l)
	if l.isType {
		return LocalName{IsType: true, Type: t}
	}
	out := LocalName{Type: t}
	if t.Object().Arithmetic() || t.Kind == Auto {
		out.Value = h.local(fr, l, at)
	}
	return out
}

// localType returns the declared type of a local.
func (h *hostEval) localType(fr *frame, l *hostLocal) *Type {
	bare := fr.bindings == nil || len(fr.bindings.Args) == 0
	if l.typ != nil && (bare || l.typing) {
		return l.typ
	}
	if t := fr.types[l]; t != nil {
		return t
	}
	if !h.e.enter() {
		return unknownType
	}
	defer h.e.leave()
	// While it is computed it is unknown, against declarations in a circle.
	known := l.typ
	l.typ, l.typing = unknownType, true
	t := unknownType
	s := h.scope(fr, l.decl)
	switch {
	case len(l.writes) > 0 && l.writes[0].value.Kind() == ast.ParameterList: // dim3 b(N), see Declarators
		t = h.e.typeOf(s, l.decl.Child(ast.FieldType))
	case l.param >= 0:
		t = h.e.paramType(s, fr.flow.fn.Params[l.param])
	default:
		for _, d := range h.e.declarators(s, l.decl) {
			if d.Node == l.node || d.Node.Text() == l.name {
				t = d.Type
				break
			}
		}
	}
	l.typ, l.typing = known, false
	switch {
	case !bare || fr.flow.generic(): // its meaning depends on template arguments
		if fr.types == nil {
			fr.types = map[*hostLocal]*Type{}
		}
		fr.types[l] = t
	default:
		l.typ = t
	}
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

// local returns the value of an arithmetic local at a node.
func (h *hostEval) local(fr *frame, l *hostLocal, at ast.Node) Const {
	if k, ok := fr.assume[l]; ok {
		return k
	}
	done, ok := h.ask(hostQuestion{fr, l, "", at})
	if !ok {
		return Const{}
	}
	defer done()
	writes, ok := fr.flow.reaching(l, "", at)
	if !ok {
		return Const{}
	}
	t := h.localType(fr, l).Object()
	return h.agree(writes, func(w hostWrite) Const {
		k := h.written(fr, l, w)
		if t.Arithmetic() {
			return k.Convert(t.Without())
		}
		if t.Kind == Auto {
			return k
		}
		return Const{}
	})
}

// agree returns the value that all writes give, unknown where they differ.
func (h *hostEval) agree(writes []hostWrite, value func(hostWrite) Const) Const {
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

// written returns what one write to a whole scalar gives.
func (h *hostEval) written(fr *frame, l *hostLocal, w hostWrite) Const {
	switch w.kind {
	case writeEntry:
		node, in, at := fr.argument(l.param)
		if !node.Valid() {
			return Const{}
		}
		if in == nil {
			return h.e.constant(fr.flow.fn.Scope, node)
		}
		return h.e.constant(h.scope(in, at), node)
	case writeValue:
		v := single(w.value)
		if !v.Valid() {
			return Const{}
		}
		return h.e.constant(h.scope(fr, w.at), v)
	case writeOp:
		return binaryConst(w.op, h.local(fr, l, w.at), h.e.constant(h.scope(fr, w.at), w.value))
	case writeStep:
		return binaryConst(w.op, h.local(fr, l, w.at), intConst(1, intType))
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

// argument returns the expression a parameter is given, and the frame and place
// it belongs to: in is nil for a default argument.
func (fr *frame) argument(i int) (node ast.Node, in *frame, at ast.Node) {
	if fr.caller == nil {
		return ast.Node{}, nil, ast.Node{}
	}
	if i < len(fr.args) {
		return fr.args[i], fr.caller, fr.call
	}
	if i < len(fr.flow.fn.Params) {
		return fr.flow.fn.Params[i].Default, nil, ast.Node{}
	}
	return ast.Node{}, nil, ast.Node{}
}

// member evaluates a member expression of a local: block.x, config.blockDim.y.
func (h *hostEval) member(fr *frame, n, at ast.Node) (Const, bool) {
	root := rootName(n)
	l := fr.flow.local(root)
	if l == nil && n.File() != fr.flow.body.File() {
		l = fr.flow.localNamed(root.Text(), at)
	}
	path, ok := fieldPath(n)
	if !ok || path == "" {
		return Const{}, false
	}
	if l != nil {
		if n.File() == fr.flow.body.File() {
			at = n
		}
		return h.path(fr, l, path, at), true
	}
	if c, ok := components[path]; ok && root.Valid() {
		return h.dim(fr, root, c, at), true
	}
	return Const{}, false
}

// path returns the value of a member of a local struct.
func (h *hostEval) path(fr *frame, l *hostLocal, path string, at ast.Node) Const {
	done, ok := h.ask(hostQuestion{fr, l, path, at})
	if !ok {
		return Const{}
	}
	defer done()
	writes, ok := fr.flow.reaching(l, path, at)
	if !ok {
		return Const{}
	}
	isDim := isDim3(h.localType(fr, l).Object())
	k := h.agree(writes, func(w hostWrite) Const {
		rest := strings.TrimPrefix(strings.TrimPrefix(path, w.field), ".")
		c, component := components[rest]
		switch w.kind {
		case writeValue:
			switch {
			case rest == "":
				return h.e.constant(h.scope(fr, w.at), single(w.value))
			case component && (isDim || w.field != "") || component && h.localType(fr, l).Kind == Auto:
				if !w.value.Valid() {
					if isDim && h.localType(fr, l).Object().Name == "dim3" {
						return intConst(1, uintType)
					}
					return Const{}
				}
				return h.dim(fr, w.value, c, w.at)
			}
		case writeOp:
			if rest == "" {
				return binaryConst(w.op, h.path(fr, l, path, w.at), h.e.constant(h.scope(fr, w.at), w.value))
			}
		case writeStep:
			if rest == "" {
				return binaryConst(w.op, h.path(fr, l, path, w.at), intConst(1, intType))
			}
		case writeEntry:
			node, in, place := fr.argument(l.param)
			if node.Valid() && component && isDim {
				if in == nil {
					in, place = &frame{flow: fr.flow, bindings: fr.bindings}, fr.flow.fn.Node
				}
				return h.dim(in, node, c, place)
			}
		}
		return Const{}
	})
	if _, ok := components[path[strings.LastIndexByte(path, '.')+1:]]; ok && isDim {
		return k.Convert(uintType)
	}
	return k
}
