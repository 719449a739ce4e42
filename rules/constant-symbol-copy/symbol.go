package constantsymbolcopy

import (
	"bytes"
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// invalidSymbol is the outcome of a call whose argument is not a symbol (measured).
const invalidSymbol = "fails with cudaErrorInvalidSymbol"

// symbol returns the variable that the symbol argument names, nil if it is not visible.
// If the argument cannot name one, it reports that and returns false.
//
// The runtime looks a symbol up by the address of its host shadow variable. The template
// cudaMemcpyToSymbol(const T &symbol, ...) takes that address itself, so that a pointer
// argument is not followed but taken for the variable. Only const void * has an overload
// that takes the address from the pointer. The host compiler only has that overload.
func (c *checker) symbol(a access) (v *sema.Variable, ok bool) {
	arg := c.strip(a.symbolArg)
	if arg.Is(ast.StringLiteral, ast.ConcatenatedString, ast.RawStringLiteral) {
		c.badSymbol(a, fmt.Sprintf("%s gets the string %s as the symbol, which %s since CUDA 5.0", a.name, arg.Text(), invalidSymbol), "a string",
			"pass the variable itself, without quotes", nil, c.nameString(a, arg))
		return nil, false
	}
	t := c.bodies.Scope(arg).ExprType(arg)
	if isVariable(arg) && (t.Object() == nil || t.Object().Kind != sema.Pointer || !constVoid(t.Object())) {
		return c.named(a, arg, t)
	}
	if t == nil || t.Kind != sema.Pointer && t.Kind != sema.Array {
		if c.addresses {
			return nil, true
		}
		return c.addressed(a, arg)
	}
	o := c.bodies.Pointee(arg)
	if !constVoid(t) && !c.addresses {
		if o.Variable == nil {
			c.badSymbol(a, fmt.Sprintf("%s gets a pointer (%s) as the symbol, which %s", a.name, t.Name, invalidSymbol), "not a symbol",
				"pass the __constant__ or __device__ variable itself, or its address as const void *", nil, nil)
			return nil, false
		}
		c.pointer(a, arg, o)
		return nil, false
	}
	switch {
	case o.Variable != nil && onDevice(o.Variable) && o.Offset > 0:
		c.inside(a, o)
		return nil, false
	case o.Variable != nil && onDevice(o.Variable):
		return o.Variable, o.Offset == 0
	case c.onHost(o):
		c.hostVariable(a, arg, o)
		return nil, false
	}
	return nil, true
}

// isVariable reports whether an expression is an lvalue: a name, an element, a member,
// or *p.
func isVariable(n ast.Node) bool {
	switch n.Kind() {
	case ast.Identifier, ast.QualifiedIdentifier, ast.TemplateFunction, ast.SubscriptExpression, ast.FieldExpression:
		return true
	case ast.PointerExpression:
		return n.Op() != ast.And
	}
	return false
}

func constVoid(t *sema.Type) bool {
	return t != nil && t.Kind == sema.Pointer && t.Elem != nil && t.Elem.Kind == sema.Void && t.Elem.Qualifiers&ast.Const != 0
}

// named checks a symbol argument that is an lvalue: it has to be a device variable, or
// its first element or member.
func (c *checker) named(a access, arg ast.Node, t *sema.Type) (*sema.Variable, bool) {
	o := c.bodies.Object(arg)
	switch {
	case onDevice(o.Variable):
		if o.Offset == 0 {
			return o.Variable, true
		}
		c.inside(a, o)
		return nil, false
	case o.Variable != nil && o.Variable.Qualifiers&ast.Managed != 0:
		return o.Variable, o.Offset == 0
	case c.onHost(o) && t != nil && t.Known() && t.Kind != sema.Dependent && t.Kind != sema.Auto:
		if to := c.bodies.Pointee(arg); t.Object().Kind == sema.Pointer && onDevice(to.Variable) {
			c.pointer(a, arg, to)
			return nil, false
		}
		c.hostVariable(a, arg, o)
		return nil, false
	}
	return nil, true
}

// addressed checks a symbol argument whose type is not known: &x is a pointer whatever
// the type of x is.
func (c *checker) addressed(a access, arg ast.Node) (*sema.Variable, bool) {
	if arg.Kind() == ast.PointerExpression && arg.Op() == ast.And {
		if o := c.bodies.Pointee(arg); onDevice(o.Variable) {
			c.pointer(a, arg, o)
		} else if of := arg.Child(ast.FieldArgument); of.Is(ast.Identifier, ast.QualifiedIdentifier) {
			c.report(lint.Finding{Node: a.symbolArg, Confidence: lint.Likely, Label: "a pointer, not a symbol",
				Message:     fmt.Sprintf("%s gets the address of %s instead of the variable itself, which %s", a.name, of.Text(), invalidSymbol),
				Help:        "pass the variable itself: " + of.Text(),
				Fixes:       c.dropAddress(a, of),
				Assumptions: []string{"assumes that the type of " + of.Text() + ", whose declaration is not visible, does not overload operator &"}}, nil)
		} else {
			return nil, true
		}
		return nil, false
	}
	return nil, true
}

// onHost reports whether an object is certainly a host variable. That is not certain if
// a macro whose definition is not visible may qualify the declaration.
func (c *checker) onHost(o localflow.Object) bool {
	if o.Param != nil || o.Type == nil || !o.Type.Known() {
		return false
	}
	if v := o.Variable; v != nil {
		return v.Space == sema.NoSpace && v.Qualifiers&ast.Extern == 0 && plain(v.Node.Enclosing(ast.Declaration)) && c.usedByHost(v)
	}
	d := o.Local.Enclosing(ast.Declaration, ast.ParameterDeclaration)
	return d.Valid() && !d.HasError() && d.Qualifiers()&(ast.Constant|ast.Device|ast.Shared|ast.Managed|ast.Extern) == 0
}

// plain reports whether no macro that is missing in the tree may qualify a declaration.
func plain(d ast.Node) bool {
	if !d.Valid() || d.HasError() {
		return false
	}
	span := d.Span()
	for _, r := range d.File().Repairs {
		if r.Span.Start < span.End && r.Span.End+1 >= span.Start {
			return false
		}
	}
	return begins(d)
}

// begins reports whether the code before a node ends there: with a statement, a block, a
// directive, a comment or template<...>.
func begins(n ast.Node) bool {
	before := bytes.TrimRight(n.File().Source.Text[:n.Span().Start], " \t\r\n")
	line := bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])
	return len(line) == 0 || line[0] == '#' || bytes.Contains(line, []byte("//")) || bytes.IndexByte([]byte(";{}/>:"), line[len(line)-1]) >= 0
}

// usedByHost reports whether host functions use a variable other than as a symbol, and
// device functions do not use it.
func (c *checker) usedByHost(v *sema.Variable) bool {
	used := false
	for _, f := range c.Unit.FunctionsMentioning(map[string]bool{v.Name: true}) {
		if f.OnDevice() || attributed(f) {
			return false
		}
		for n := range f.Body.Descendants() {
			if n.Kind() == ast.Identifier && n.Text() == v.Name && c.bodies.Object(n).Variable == v && !isSymbol(n) {
				used = true
				break
			}
		}
	}
	return used
}

// isSymbol reports whether a name is the symbol argument of a call.
func isSymbol(n ast.Node) bool {
	list := n.Parent()
	if list.Kind() != ast.ArgumentList {
		return false
	}
	name := list.Parent().Child(ast.FieldFunction).Text()
	for _, f := range forms {
		i := f.symbol
		for a := range list.Children() {
			if i == 0 && a == n && f.name == name {
				return true
			}
			i--
		}
	}
	return false
}

func (c *checker) badSymbol(a access, message, label, help string, v *sema.Variable, suggested []fixes.Fix) {
	c.report(lint.Finding{Node: a.symbolArg, Confidence: lint.Proven, Message: message, Label: label, Help: help, Fixes: suggested}, v)
}

// pointer reports a pointer that is passed where the variable itself is meant.
func (c *checker) pointer(a access, arg ast.Node, o localflow.Object) {
	v := o.Variable
	what := "a pointer to " + v.Name
	if arg.Kind() == ast.PointerExpression && o.Offset == 0 && c.strip(arg.Child(ast.FieldArgument)).Is(ast.Identifier, ast.QualifiedIdentifier) {
		what = "the address of " + v.Name
	}
	if !onDevice(v) {
		c.badSymbol(a, fmt.Sprintf("%s gets %s, a host variable, as the symbol, which %s", a.name, what, invalidSymbol), "not a symbol",
			"pass a __constant__ or __device__ variable, or use cudaMemcpy for other memory", v, nil)
		return
	}
	help := fmt.Sprintf("pass the variable itself: %s", v.Name)
	if o.Offset > 0 {
		help = fmt.Sprintf("pass %s itself, and %d as the offset in bytes", v.Name, o.Offset)
	}
	c.badSymbol(a, fmt.Sprintf("%s gets %s instead of the variable itself, which %s", a.name, what, invalidSymbol), "a pointer, not a symbol", help, v, c.nameSymbol(a, v, o.Offset))
}

// inside reports a symbol argument that is an element or a member other than the first.
func (c *checker) inside(a access, o localflow.Object) {
	f := lint.Finding{Node: a.symbolArg, Confidence: lint.Proven, Label: "not the start of " + o.Variable.Name,
		Message: fmt.Sprintf("%s gets a part of %s as the symbol, %d bytes from its start, which %s", a.name, kindOf(o.Variable), o.Offset, invalidSymbol),
		Help:    fmt.Sprintf("pass %s itself, and %d as the offset in bytes", o.Variable.Name, o.Offset),
		Fixes:   c.nameSymbol(a, o.Variable, o.Offset)}
	if a.offset < 0 {
		f.Help = fmt.Sprintf("ask for %s itself, and add %d bytes to the result", o.Variable.Name, o.Offset)
	}
	if o.Offset < 0 {
		f.Confidence = lint.Likely
		f.Message = fmt.Sprintf("%s gets a part of %s as the symbol, which %s unless it is the first", a.name, kindOf(o.Variable), invalidSymbol)
		f.Help = fmt.Sprintf("pass %s itself, and the distance from its start in bytes as the offset", o.Variable.Name)
	}
	c.report(f, o.Variable)
}

// hostVariable reports a host variable that is passed as the symbol.
func (c *checker) hostVariable(a access, arg ast.Node, o localflow.Object) {
	help := "pass a __constant__ or __device__ variable, or use cudaMemcpy for other memory"
	if to := c.bodies.Pointee(a.memoryArg); a.memoryArg.Valid() && onDevice(to.Variable) {
		order := "the symbol comes first"
		if a.from {
			order = "the symbol comes second"
		}
		help = fmt.Sprintf("exchange %s and %s: %s", arg.Text(), to.Variable.Name, order)
	}
	c.badSymbol(a, fmt.Sprintf("%s gets %s, a host variable, as the symbol, which %s", a.name, arg.Text(), invalidSymbol), "not a symbol", help, o.Variable, nil)
}
