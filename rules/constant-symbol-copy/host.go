package constantsymbolcopy

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// hostFunctions looks for functions of the host that assign to a symbol, or read
// its value.
func (c *checker) hostFunctions() error {
	for _, f := range c.Unit.FunctionsMentioning(c.names) {
		if err := c.Context.Err(); err != nil {
			return err
		}
		if f.OnDevice() || f.Qualifiers&ast.Constexpr != 0 || attributed(f) {
			continue
		}
		for _, s := range c.bodies.Stores(f) {
			v := s.Target.Variable
			if !onDevice(v) || v.Type == nil || v.Type.Kind == sema.Pointer || c.Unit.Inactive(s.Node, false) || s.Node.Origin().Enclosing(ast.LambdaExpression).Valid() || operatorCall(v, s.Node) {
				continue
			}
			c.hostStore(v, s)
		}
		c.hostReads(f)
	}
	return nil
}

// operatorCall reports whether what looks like x += y or ++x calls an operator of a class
// instead: x += y may be no more than an expression that stands for one.
func operatorCall(v *sema.Variable, n ast.Node) bool {
	target := n.Child(ast.FieldLeft)
	switch {
	case n.Kind() == ast.UpdateExpression:
		target = n.Child(ast.FieldArgument)
	case n.Kind() != ast.AssignmentExpression || n.Op() == ast.Assign:
		return false
	}
	t := v.Type
	for t != nil && t.Kind == sema.Array {
		t = t.Elem
	}
	return !holdsMember(target) && (t == nil || !t.Arithmetic())
}

// holdsMember reports whether an expression names a member, of an element say.
func holdsMember(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Kind() == ast.FieldExpression {
			return true
		}
	}
	return false
}

func (c *checker) hostStore(v *sema.Variable, s localflow.Store) {
	f := lint.Finding{Node: s.Node, Confidence: lint.Proven, Label: "writes the host's copy",
		Message: fmt.Sprintf("host code writes to %s: only the host's copy of it changes, kernels do not see that", kindOf(v)),
		Help:    fmt.Sprintf("copy the value with cudaMemcpyToSymbol(%s, ...)", v.Name)}
	if s.Callee != "" {
		f.Label = s.Callee + " writes the host's copy"
	}
	if s.Inner.Valid() {
		f.Related = append(f.Related, lint.RelatedNode{Node: s.Inner, Message: s.Callee + " writes here"})
	}
	if s.Conditional {
		f.Confidence = lint.Likely
		f.Assumptions = []string{s.Callee + " writes under a condition that this call can meet"}
	}
	c.report(f, v)
}

// hostReads reports the first read of each symbol in a function of the host.
func (c *checker) hostReads(f *sema.Function) {
	seen := map[*sema.Variable]bool{}
	for n := range f.Body.Descendants() {
		if !n.Is(ast.Identifier, ast.QualifiedIdentifier) || n.Parent().Kind() == ast.QualifiedIdentifier || !c.names[lastPart(n.Text())] {
			continue
		}
		v := c.bodies.Object(n).Variable
		if !onDevice(v) || seen[v] || constant(v) || c.Unit.Inactive(n, false) || !c.reads(v, n) {
			continue
		}
		seen[v] = true
		c.report(lint.Finding{Node: n, Confidence: lint.Proven, Severity: lint.Warning, Label: "reads the host's copy",
			Message: fmt.Sprintf("host code reads %s: it gets the value of the host's copy, not the one on the device", kindOf(v)),
			Help:    fmt.Sprintf("copy the value to the host with cudaMemcpyFromSymbol(&value, %s, ...)", v.Name)}, v)
	}
}

// reads reports whether a name stands for a value that is read: an element or a
// scalar in an expression, and no array, address, pointer or operand of sizeof.
// What is passed to functions may be taken by reference; printf takes values.
func (c *checker) reads(v *sema.Variable, n ast.Node) bool {
	if n.Enclosing(ast.SizeofExpression, ast.AlignofExpression, ast.Decltype, ast.TemplateArgumentList, ast.LambdaExpression, ast.ArrayDeclarator).Valid() {
		return false
	}
	top := n
	for {
		p := top.Parent()
		if p.Is(ast.SubscriptExpression, ast.FieldExpression) && top.Field() == ast.FieldArgument || p.Kind() == ast.ParenthesizedExpression {
			top = p
			continue
		}
		break
	}
	// What a pointer points to is somewhere else.
	if t := c.bodies.Scope(top).ExprType(top).Object(); t == nil || !t.Arithmetic() || c.bodies.Object(top).Variable != v {
		return false
	}
	switch p := top.Parent(); p.Kind() {
	case ast.BinaryExpression, ast.UnaryExpression, ast.SubscriptArgumentList, ast.ConditionClause, ast.CastExpression:
		return true
	case ast.AssignmentExpression:
		return top.Field() == ast.FieldRight
	case ast.InitDeclarator:
		return top.Field() == ast.FieldValue && p.Child(ast.FieldDeclarator).Kind() != ast.ReferenceDeclarator
	case ast.ArgumentList:
		switch p.Parent().Child(ast.FieldFunction).Text() {
		case "printf", "fprintf", "std::printf", "std::fprintf":
			return true
		}
	}
	return false
}

// constant reports whether the host has the value of a variable, too.
func constant(v *sema.Variable) bool {
	t := v.Type
	for t != nil && t.Kind == sema.Array {
		if t.Qualifiers&ast.Const != 0 {
			return true
		}
		t = t.Elem
	}
	return t == nil || t.Qualifiers&ast.Const != 0 || v.Qualifiers&(ast.Const|ast.Constexpr) != 0
}

// lastPart returns the last name of a qualified one.
func lastPart(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}

// attributed reports whether a macro may qualify a function for the device: one in
// front of it that was left out of the tree, or one that is its whole head.
func attributed(f *sema.Function) bool {
	if !begins(f.Node) || !f.Node.Child(ast.FieldType).Valid() && f.Record == nil && f.Name != "main" {
		return true
	}
	start, end := f.Node.Span().Start, f.Body.Span().Start
	for _, r := range f.Node.File().Repairs {
		if r.Cause == ast.AttributeMacro && r.Span.Start < end && r.Span.End+1 >= start {
			return true
		}
	}
	return false
}
