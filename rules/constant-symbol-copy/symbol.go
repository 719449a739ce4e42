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

// invalidSymbol is what a call returns that does not name a symbol (measured).
const invalidSymbol = "fails with cudaErrorInvalidSymbol"

// symbol finds the variable that the symbol argument names, nil where that is not
// in sight; ok is false where the argument cannot name one, which is reported.
//
// The runtime looks a symbol up by the host's address of the variable, which the
// template cudaMemcpyToSymbol(const T &symbol, ...) takes: a pointer is then not
// followed but taken for the variable itself, unless its type is const void *,
// for which there is a function of its own. Without nvcc there is that function only.
func (c *checker) symbol(a access) (v *sema.Variable, ok bool) {
	arg := c.strip(a.symbolArg)
	if arg.Is(ast.StringLiteral, ast.ConcatenatedString, ast.RawStringLiteral) {
		c.badSymbol(a, fmt.Sprintf("%s gets the string %s for a symbol, which %s since CUDA 5.0", a.name, arg.Text(), invalidSymbol), "a string",
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
			c.badSymbol(a, fmt.Sprintf("%s gets a pointer (%s) for a symbol, which %s", a.name, t.Name, invalidSymbol), "not a symbol",
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

// isVariable reports whether an expression is an lvalue: a name, or a part of
// what a name means.
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

// named checks an lvalue: it must be a variable of the device from its start.
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

// addressed checks an expression whose type is not known: an address is a pointer
// whatever it is of.
func (c *checker) addressed(a access, arg ast.Node) (*sema.Variable, bool) {
	if arg.Kind() == ast.PointerExpression && arg.Op() == ast.And {
		if o := c.bodies.Pointee(arg); onDevice(o.Variable) {
			c.pointer(a, arg, o)
		} else if of := arg.Child(ast.FieldArgument); of.Is(ast.Identifier, ast.QualifiedIdentifier) {
			c.report(lint.Finding{Node: a.symbolArg, Confidence: lint.Likely, Label: "a pointer, not a symbol",
				Message:     fmt.Sprintf("%s gets the address of %s instead of the variable itself, which %s", a.name, of.Text(), invalidSymbol),
				Help:        "pass the variable itself: " + of.Text(),
				Fixes:       c.dropAddress(a, of),
				Assumptions: []string{of.Text() + " is not declared in sight; its type has no operator & of its own"}}, nil)
		} else {
			return nil, true
		}
		return nil, false
	}
	return nil, true
}

// onHost reports whether an object is a variable of the host for certain: one
// whose declaration a macro out of sight may have qualified is not.
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

// plain reports whether a declaration begins where it seems to: a macro in front
// of it, which is not in the tree, may have qualified it.
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

// begins reports whether what stands in front of a node ends there: a statement,
// a block, a directive, a comment, template<...>.
func begins(n ast.Node) bool {
	before := bytes.TrimRight(n.File().Source.Text[:n.Span().Start], " \t\r\n")
	line := bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])
	return len(line) == 0 || line[0] == '#' || bytes.Contains(line, []byte("//")) || bytes.IndexByte([]byte(";{}/>:"), line[len(line)-1]) >= 0
}

// usedByHost reports whether functions of the host use a variable for something
// else than a symbol, and functions of the device do not use it.
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

// isSymbol reports whether a name is the symbol argument of a call, or an
// argument of a macro, whose text is not looked at.
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

func (c *checker) badSymbol(a access, message, label, help string, v *sema.Variable, mends []fixes.Fix) {
	c.report(lint.Finding{Node: a.symbolArg, Confidence: lint.Proven, Message: message, Label: label, Help: help, Fixes: mends}, v)
}

// pointer reports a pointer to a variable where the variable is meant.
func (c *checker) pointer(a access, arg ast.Node, o localflow.Object) {
	v := o.Variable
	what := "a pointer to " + v.Name
	if arg.Kind() == ast.PointerExpression && o.Offset == 0 && c.strip(arg.Child(ast.FieldArgument)).Is(ast.Identifier, ast.QualifiedIdentifier) {
		what = "the address of " + v.Name
	}
	if !onDevice(v) {
		c.badSymbol(a, fmt.Sprintf("%s gets %s, a variable of the host, for a symbol, which %s", a.name, what, invalidSymbol), "not a symbol",
			"pass a __constant__ or __device__ variable; cudaMemcpy copies to other memory", v, nil)
		return
	}
	help := fmt.Sprintf("pass the variable itself: %s", v.Name)
	if o.Offset > 0 {
		help = fmt.Sprintf("pass %s itself, and %d as the offset in bytes", v.Name, o.Offset)
	}
	c.badSymbol(a, fmt.Sprintf("%s gets %s instead of the variable itself, which %s", a.name, what, invalidSymbol), "a pointer, not a symbol", help, v, c.nameSymbol(a, v, o.Offset))
}

// inside reports a part of a variable that does not start where it does.
func (c *checker) inside(a access, o localflow.Object) {
	f := lint.Finding{Node: a.symbolArg, Confidence: lint.Proven, Label: "not the start of " + o.Variable.Name,
		Message: fmt.Sprintf("%s gets a part of %s for a symbol, %d bytes from its start, which %s", a.name, kindOf(o.Variable), o.Offset, invalidSymbol),
		Help:    fmt.Sprintf("pass %s itself, and %d as the offset in bytes", o.Variable.Name, o.Offset),
		Fixes:   c.nameSymbol(a, o.Variable, o.Offset)}
	if a.offset < 0 {
		f.Help = fmt.Sprintf("ask for %s itself, and add %d bytes to the result", o.Variable.Name, o.Offset)
	}
	if o.Offset < 0 {
		f.Confidence = lint.Likely
		f.Message = fmt.Sprintf("%s gets a part of %s for a symbol, which %s unless it is the first", a.name, kindOf(o.Variable), invalidSymbol)
		f.Help = fmt.Sprintf("pass %s itself, and the distance in bytes as the offset", o.Variable.Name)
	}
	c.report(f, o.Variable)
}

// hostVariable reports a variable of the host in the symbol's place.
func (c *checker) hostVariable(a access, arg ast.Node, o localflow.Object) {
	help := "pass a __constant__ or __device__ variable; cudaMemcpy copies to other memory"
	if to := c.bodies.Pointee(a.memoryArg); a.memoryArg.Valid() && onDevice(to.Variable) {
		order := "the symbol comes first"
		if a.from {
			order = "the symbol comes second"
		}
		help = fmt.Sprintf("%s stands in the other's place: %s", to.Variable.Name, order)
	}
	c.badSymbol(a, fmt.Sprintf("%s gets %s, a variable of the host, for a symbol, which %s", a.name, arg.Text(), invalidSymbol), "not a symbol", help, o.Variable, nil)
}
