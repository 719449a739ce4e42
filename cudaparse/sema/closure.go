package sema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A Closure is the class of a lambda expression, in one instance of the enclosing function.
type Closure struct {
	// Node is the lambda expression.
	Node ast.Node
	// Type is the class. Its data members are the captures. Its method "()", Call, is the
	// body.
	Type *Type
	Call *Function
	// Captures are the data members, in order.
	Captures []Capture
	// In is the enclosing function, nil at namespace scope. For nested lambdas it is the
	// outermost one, a named function.
	In *Function
}

// A Capture is one variable that a lambda expression captures, or one element of a
// parameter pack.
type Capture struct {
	// Name is the name of the variable, or "this" for the object of the enclosing method.
	Name  string
	Field Field
	// ByReference is set where the data member is a pointer to the variable.
	ByReference bool
	// Init is the initialiser of an init capture [x = init], the zero Node for any other.
	Init ast.Node
	// Element is the index in the parameter pack, -1 for a variable that is no pack.
	Element int
}

// Surroundings give NewClosure the meaning of the names that enclose a lambda expression.
type Surroundings struct {
	// Scope resolves the names of the body that the body does not declare.
	Scope *Scope
	// In is the enclosing function, nil at namespace scope.
	In *Function
	// This is the class of *this in the enclosing method, nil for none.
	This *Type
	// Variable returns the type of a local variable that can be captured; for a parameter
	// pack it returns the types of the elements. ok is false for any other name.
	Variable func(name string) (types []*Type, pack, ok bool)
	// Init returns the type of the initialiser of an init capture [x = init].
	Init func(ast.Node) *Type
}

// NewClosure makes the class of a lambda expression.
func NewClosure(n ast.Node, around Surroundings) *Closure {
	c := &Closure{Node: n, In: around.In}
	if c.In != nil && c.In.Closure != nil {
		c.In = c.In.Closure.In
	}
	c.capture(around)
	c.layOut()
	c.Call.Scope = around.Scope
	return c
}

// layOut makes the class: the captures as data members, and the call operator.
func (c *Closure) layOut() {
	r := &Record{Name: "lambda", Node: c.Node, Align: 1}
	for i := range c.Captures {
		f := &c.Captures[i].Field
		size, align := int64(8), int64(8)
		if f.Type != nil && f.Type.Size > 0 {
			size, align = f.Type.Size, max(f.Type.Align, 1)
		}
		f.Offset = types.RoundUp(r.Size, align)
		r.Size, r.Align = f.Offset+size, max(r.Align, align)
		r.Fields = append(r.Fields, *f)
	}
	r.Size = max(types.RoundUp(r.Size, r.Align), 1)
	c.Call = &Function{Name: "()", Node: c.Node, Body: c.Node.Child(ast.FieldBody), Qualifiers: c.Node.Qualifiers(), Const: true, Closure: c}
	c.Call.Params, c.Call.Variadic = decl.ParamsOf(c.Node.Child(ast.FieldDeclarator).Child(ast.FieldParameters))
	m := &ClassMembers{record: r, Methods: map[string][]*Function{c.Call.Name: {c.Call}}, closure: c}
	m.named.Store(true)
	r.Members = m
	r.Self = &Type{Kind: RecordKind, Name: r.Name, Record: r}
	r.End()
	c.Type = r.Self
}

// ClosureOf returns the lambda expression that a class is of, nil for any other class.
func ClosureOf(r *Record) *Closure { return MembersOf(r).closure }

// capture determines what a lambda expression captures.
func (c *Closure) capture(around Surroundings) {
	list := c.Node.Child(ast.FieldCaptures)
	byReference, byDefault := false, false
	seen := map[string]bool{}
	for k := range list.Children() {
		switch k.Kind() {
		case ast.LambdaDefaultCapture:
			byDefault, byReference = true, k.Text() == "&"
		case ast.This, ast.PointerExpression:
			c.captureThis(around, seen)
		case ast.Identifier:
			c.captureName(around, seen, k.Text(), precededBy(list, k, '&'))
		case ast.LambdaCaptureInitializer:
			name, init := k.Child(ast.FieldLeft), k.Child(ast.FieldRight)
			seen[name.Text()] = true
			c.add(Capture{Name: name.Text(), Init: init, Element: -1, ByReference: precededBy(list, name, '&')}, around.Init(init))
		}
	}
	if !byDefault {
		return
	}
	for d := range c.Node.Child(ast.FieldBody).Descendants() {
		switch {
		case d.Is(ast.Identifier):
			c.captureName(around, seen, d.Text(), byReference)
		case d.Is(ast.This):
			c.captureThis(around, seen)
		}
	}
	c.captureThis(around, seen)
}

// captureName captures the local variable with a name, if there is one.
func (c *Closure) captureName(around Surroundings, seen map[string]bool, name string, byReference bool) {
	if seen[name] {
		return
	}
	types, pack, ok := around.Variable(name)
	if !ok {
		return
	}
	seen[name] = true
	for i, t := range types {
		k := Capture{Name: name, ByReference: byReference, Element: -1}
		if pack {
			k.Element = i
		}
		c.add(k, t)
	}
}

// captureThis captures the object of the enclosing method.
func (c *Closure) captureThis(around Surroundings, seen map[string]bool) {
	if around.This == nil || seen["this"] {
		return
	}
	seen["this"] = true
	c.add(Capture{Name: "this", ByReference: true, Element: -1}, around.This)
}

// add adds a capture of a variable of type t.
func (c *Closure) add(k Capture, t *Type) {
	if t == nil {
		t = types.Unknown
	}
	if k.ByReference {
		t = types.PointerTo(t)
	} else if o := t.Object(); o.Kind == Array && k.Init.Valid() {
		t = types.PointerTo(o.Elem) // as for auto x = array
	} else if o.Kind == RecordKind || o.Kind == Array {
		t = o
	} else {
		t = t.Value()
	}
	k.Field = Field{Name: k.Name, Type: t}
	if k.Element >= 0 {
		k.Field.Name = fmt.Sprintf("%s#%d", k.Name, k.Element)
	}
	c.Captures = append(c.Captures, k)
}

// precededBy reports whether a token stands right before a part of a node.
func precededBy(node, part ast.Node, token byte) bool {
	text := node.Text()
	for i := part.Span().Start - node.Span().Start - 1; i >= 0 && i < len(text); i-- {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == token
		}
	}
	return false
}

// closureType returns the class of a lambda expression in host code. It is the same class
// for all evaluations in which the enclosing names mean the same. It is nil for a scope of
// device code, where package ir makes the closures.
func (e *eval) closureType(s *Scope, n ast.Node) *Type {
	if !s.host() {
		return nil
	}
	around := hostSurroundings{e: e, s: s, names: map[string]LocalName{}, key: &strings.Builder{}}
	fmt.Fprintf(around.key, "%p %d", n.File(), n.Index())
	around.note(n)
	c := NewClosure(n, Surroundings{In: e.u.FunctionAt(n), This: e.this(s), Variable: around.variable,
		Init:  func(n ast.Node) *Type { return e.exprType(s, n).Value() },
		Scope: &Scope{Unit: e.u, Outer: s.beyondLocals(), Local: around.local}})
	for _, k := range c.Captures {
		around.spell(k.Name, k.Field.Type)
	}
	key, t := around.key.String(), c.Type
	e.withLock(func(e *eval) {
		if known := e.u.closures[key]; known != nil {
			t = known.Type
		} else if len(e.u.closures) < maxInstances {
			e.u.closures[key] = c
		}
	})
	return t
}

// host reports whether a scope is in the body of a host function that is being evaluated.
func (s *Scope) host() bool {
	for ; s != nil; s = s.Outer {
		if s.Local != nil {
			return s.LocalType != nil
		}
	}
	return false
}

// beyondLocals returns the scope that encloses the function of a scope in host code.
func (s *Scope) beyondLocals() *Scope {
	for s.Local == nil {
		s = s.Outer
	}
	return s.Outer
}

// this returns the class whose method a scope is in, nil for none.
func (e *eval) this(s *Scope) *Type {
	for ; s != nil; s = s.Outer {
		if s.Record != nil && s.Record.Self != nil {
			e.ready(s.Record)
			return s.Record.Self
		}
	}
	return nil
}

// hostSurroundings holds the meanings of the names in a lambda expression of host code that
// the enclosing function declares. key is a text of those meanings: equal keys mean equal
// closures.
type hostSurroundings struct {
	e     *eval
	s     *Scope
	names map[string]LocalName
	key   *strings.Builder
}

// note looks up every name in a lambda expression in the enclosing scopes.
func (h *hostSurroundings) note(n ast.Node) {
	local := h.s
	for local.Local == nil {
		local = local.Outer
	}
	for d := range n.Descendants() {
		if !d.Is(ast.Identifier, ast.TypeIdentifier) {
			continue
		}
		name := d.Text()
		if _, known := h.names[name]; known {
			continue
		}
		l, ok := local.LocalType(name)
		if !ok {
			continue
		}
		if l.constant() {
			if full, ok := local.Local(name); ok {
				l = full
			}
		}
		h.names[name] = l
		if l.IsType || l.Value.Known() {
			h.spell(name, l.Type)
			fmt.Fprintf(h.key, "=%d/%g", l.Value.Int, l.Value.Float)
		}
	}
	for sc := h.s; sc != nil; sc = sc.Outer {
		for b := sc.Bindings; b != nil; b = b.Outer {
			for _, name := range slices.Sorted(maps.Keys(b.Args)) {
				key, _ := types.ArgsKey([]TemplateArg{b.Args[name]}, true)
				h.key.WriteString(" " + name + "=" + key)
			}
		}
	}
}

// constant reports whether a local variable is an arithmetic constant, which a lambda
// expression uses without a capture.
func (l LocalName) constant() bool {
	return !l.IsType && l.Type.Arithmetic() && l.Type.Qualifiers&(ast.Const|ast.Constexpr) != 0
}

func (h *hostSurroundings) spell(name string, t *Type) {
	h.key.WriteString(" " + name + ":")
	if t == nil || !types.TypeKey(h.key, t, true) {
		h.key.WriteByte('?')
	}
}

func (h *hostSurroundings) local(name string) (LocalName, bool) {
	l, ok := h.names[name]
	return l, ok
}

func (h *hostSurroundings) variable(name string) (types []*Type, pack, ok bool) {
	l, ok := h.names[name]
	if !ok || l.IsType || l.Value.Known() {
		return nil, false, false
	}
	return []*Type{l.Type.Object()}, false, true
}
