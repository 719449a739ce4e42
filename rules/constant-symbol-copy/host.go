package constantsymbolcopy

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// hostFunctions reports host functions that write to a device variable or read it.
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

// operatorCall reports whether x += y or ++x may call an overloaded operator of a class,
// which need not write to x.
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

// holdsMember reports whether an expression contains a member access.
func holdsMember(n ast.Node) bool {
	for d := range n.Descendants() {
		if d.Kind() == ast.FieldExpression {
			return true
		}
	}
	return false
}

func (c *checker) hostStore(v *sema.Variable, s localflow.Store) {
	f := lint.Finding{Node: s.Node, Confidence: lint.Proven, Label: "writes to the host shadow variable",
		Message: fmt.Sprintf("host code writes to %s: this changes only the host shadow variable, which kernels do not see", kindOf(v)),
		Help:    fmt.Sprintf("copy the value with cudaMemcpyToSymbol(%s, ...)", v.Name)}
	if s.Callee != "" {
		f.Label = s.Callee + " writes to the host shadow variable"
	}
	if s.Inner.Valid() {
		f.Related = append(f.Related, lint.RelatedNode{Node: s.Inner, Message: s.Callee + " writes here"})
	}
	if s.Conditional {
		f.Confidence = lint.Likely
		f.Assumptions = []string{"this call meets the condition under which " + s.Callee + " writes"}
	}
	c.report(f, v)
}

// hostReads reports the first read of each device variable in a host function.
func (c *checker) hostReads(f *sema.Function) {
	seen := map[*sema.Variable]bool{}
	for n := range f.Body.Descendants() {
		if !n.Is(ast.Identifier, ast.QualifiedIdentifier) || n.Parent().Kind() == ast.QualifiedIdentifier || !c.names[lastPart(n.Text())] {
			continue
		}
		v := c.bodies.Object(n).Variable
		if !onDevice(v) || seen[v] || sameOnHost(v) || c.Unit.Inactive(n, false) || !c.reads(v, n) {
			continue
		}
		seen[v] = true
		c.report(lint.Finding{Node: n, Confidence: lint.Proven, Severity: lint.Warning, Label: "reads the host shadow variable",
			Message: fmt.Sprintf("host code reads %s: it gets the value of the host shadow variable, not the value on the device", kindOf(v)),
			Help:    fmt.Sprintf("copy the value to the host with cudaMemcpyFromSymbol(&value, %s, ...)", v.Name)}, v)
	}
}

// reads reports whether the value of a variable, or of an element of it, is read at a
// name. Arrays, addresses, pointers and operands of sizeof are not reads. Neither are
// arguments of functions other than printf: the parameter may be a reference.
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
	// A read through a pointer reads another object.
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

// sameOnHost reports whether the host shadow variable has the value of the device
// variable: the variable is const.
func sameOnHost(v *sema.Variable) bool {
	t := v.Type
	for t != nil && t.Kind == sema.Array {
		if t.Qualifiers&ast.Const != 0 {
			return true
		}
		t = t.Elem
	}
	return t == nil || t.Qualifiers&ast.Const != 0 || v.Qualifiers&(ast.Const|ast.Constexpr) != 0
}

// lastPart returns the last component of a qualified name.
func lastPart(name string) string {
	if i := strings.LastIndex(name, "::"); i >= 0 {
		return name[i+2:]
	}
	return name
}

// attributed reports whether a macro may make a function a device function: a macro
// before it that is not in the tree, or one that spells its whole head.
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
