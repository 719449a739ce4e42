package ir

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Closure is the class of the objects that a lambda expression makes.
type Closure struct {
	// Node is the lambda expression.
	Node ast.Node
	// Type is the class. Its data members are the captures, and its method "()" is the
	// body.
	Type *sema.Type
	// Captures are the members, in order.
	Captures []Capture

	// In is the function that the expression is written in.
	In *sema.Function

	names *names // of the function around the expression, as they are there
}

// A Capture is a variable that a lambda expression captures.
type Capture struct {
	// Name is "this" where the object is captured that a method is called for.
	Name  string
	Field sema.Field
	// ByReference is set where the member is a pointer to the variable.
	ByReference bool

	from operand // the variable, or what [x = init] says
}

// lambda lowers a lambda expression: it makes an object of the closure's class.
func (l *lowerer) lambda(n ast.Node) operand {
	c := l.closureOf(n)
	object := l.variable("", c.Type, Temporary)
	for _, capture := range c.Captures {
		l.capture(object, capture)
	}
	return operand{id: object, typ: c.Type, node: n}
}

// capture initialises a member of a closure.
func (l *lowerer) capture(object ID, c Capture) {
	member := l.member(operand{id: object, lvalue: true}, c.Field)
	l.f.ops[member.id].Flags |= Deduced
	if c.Name == "this" || c.ByReference {
		l.emit(Op{Code: OpStore, A: member.id, B: l.address(c.from), Type: c.Field.Type})
		return
	}
	l.assign(member.id, c.Field.Type, c.from, ast.Node{})
}

// closureOf returns the class of a lambda expression where it is written.
func (l *lowerer) closureOf(n ast.Node) *Closure {
	c := &Closure{Node: n, In: l.f.Instance.Function, names: l.names}
	if outer := l.b.closures[c.In]; outer != nil {
		c.In = outer.In
	}
	l.captures(c)
	library := sema.LibraryRecord{Name: fmt.Sprintf("lambda %p %d", n.File(), n.Index()), Align: 1}
	for i := range c.Captures {
		f := &c.Captures[i].Field
		size, align := int64(8), int64(8)
		if f.Type != nil && f.Type.Size > 0 {
			size, align = f.Type.Size, max(f.Type.Align, 1)
		}
		f.Offset = (library.Size + align - 1) / align * align
		library.Size, library.Align = f.Offset+size, max(library.Align, align)
		library.Fields = append(library.Fields, sema.LibraryField{Name: f.Name, Type: f.Type, Offset: f.Offset})
	}
	library.Size = max((library.Size+library.Align-1)/library.Align*library.Align, 1)
	r := library.Record()
	c.Type = &sema.Type{Kind: sema.RecordKind, Name: "lambda", Size: r.Size, Align: r.Align, Record: r}
	f := lambdaFunction(n, l.scopeHere())
	r.Methods["()"] = []*sema.Function{f}
	l.b.closures[f] = c
	return c
}

// lambdaFunction returns the call operator of a lambda expression. Names in it mean what
// they mean in a scope.
func lambdaFunction(n ast.Node, scope *sema.Scope) *sema.Function {
	f := &sema.Function{Name: "()", Node: n, Body: n.Child(ast.FieldBody), Qualifiers: n.Qualifiers(), Scope: scope, Const: true}
	for p := range n.Child(ast.FieldDeclarator).Child(ast.FieldParameters).Children() {
		if !p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration) {
			continue
		}
		param := sema.Param{Node: p, Default: p.Child(ast.FieldDefaultValue), Pack: p.Is(ast.VariadicParameterDeclaration)}
		for _, d := range scope.Declarators(p) {
			param.Name = d.Name
		}
		if param.Name == "" && p.Child(ast.FieldType).Text() == "void" {
			continue
		}
		f.Params = append(f.Params, param)
	}
	return f
}

// captures finds what a lambda expression captures.
func (l *lowerer) captures(c *Closure) {
	list := c.Node.Child(ast.FieldCaptures)
	byReference, byDefault := false, false
	seen := map[string]bool{}
	for k := range list.Children() {
		switch k.Kind() {
		case ast.LambdaDefaultCapture:
			byDefault, byReference = true, k.Text() == "&"
		case ast.This, ast.PointerExpression:
			l.captureThis(c, seen)
		case ast.Identifier:
			l.captureName(c, seen, k.Text(), precededBy(list, k, '&'))
		case ast.LambdaCaptureInitializer:
			name := k.Child(ast.FieldLeft)
			seen[name.Text()] = true
			c.add(name.Text(), l.expr(k.Child(ast.FieldRight)), precededBy(list, name, '&'))
		}
	}
	if byDefault {
		for d := range c.Node.Child(ast.FieldBody).Descendants() {
			switch {
			case d.Is(ast.Identifier):
				l.captureName(c, seen, d.Text(), byReference)
			case d.Is(ast.This):
				l.captureThis(c, seen)
			}
		}
		l.captureThis(c, seen)
	}
}

// captureName captures a variable of the function, unless the name is none.
func (l *lowerer) captureName(c *Closure, seen map[string]bool, name string, byReference bool) {
	b := l.names.find(name)
	if seen[name] || b == nil || b.isType || b.static != nil || b.addr == 0 && !b.isPack {
		return
	}
	seen[name] = true
	if b.isPack {
		for i, e := range b.pack {
			c.add(fmt.Sprintf("%s#%d", name, i), operand{id: e.addr, typ: e.typ, lvalue: true}, byReference)
		}
		return
	}
	c.add(name, operand{id: b.addr, typ: b.typ, lvalue: true}, byReference)
}

// add adds a capture.
func (c *Closure) add(name string, from operand, byReference bool) {
	t := orOther(from.typ)
	if byReference {
		t = pointerTo(t)
	} else if !inMemory(t) {
		t = t.Value()
	}
	c.Captures = append(c.Captures, Capture{Name: name, Field: sema.Field{Name: name, Type: t}, ByReference: byReference, from: from})
}

// captureThis captures the object that the method around a lambda is called for.
func (l *lowerer) captureThis(c *Closure, seen map[string]bool) {
	if l.this.id == 0 || seen["this"] {
		return
	}
	seen["this"] = true
	c.add("this", l.this, true)
}

// bindCaptures makes the captures of a closure known in its body; object is the address
// of the closure.
func (l *lowerer) bindCaptures(c *Closure, object ID) {
	l.names = c.names.inner()
	l.names.outside = true
	packs := map[string]binding{}
	for _, k := range c.Captures {
		member := l.member(operand{id: object, lvalue: true}, k.Field)
		switch {
		case k.Name == "this":
			l.this = operand{id: l.load(member, ast.Node{}).id, typ: elemOf(k.Field.Type), lvalue: true}
		default:
			b := binding{addr: member.id, typ: k.Field.Type}
			if k.ByReference {
				b = binding{addr: l.load(member, ast.Node{}).id, typ: elemOf(k.Field.Type)}
			}
			if pack, _, ok := strings.Cut(k.Name, "#"); ok {
				b = binding{isPack: true, pack: append(packs[pack].pack, b)}
				packs[pack] = b
				l.names.bind(pack, b)
				continue
			}
			l.names.bind(k.Name, b)
		}
	}
}

// precededBy reports whether a token stands right before a part of a node.
func precededBy(whole, part ast.Node, token byte) bool {
	text := whole.Text()
	for i := part.Span().Start - whole.Span().Start - 1; i >= 0 && i < len(text); i-- {
		switch c := text[i]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c == token
		}
	}
	return false
}
