package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// NeverWritten reports whether nothing writes to a host variable of the main
// file or takes its address. A variable that other translation units can reach
// counts only where main stands in the same file: what reads the command line
// is in sight then.
func (u *Unit) NeverWritten(v *Variable) bool {
	if u.writtenNames == nil || v.Space != NoSpace || v.Record != nil || v.Node.File() != u.File || v.unlikely || v.Qualifiers&ast.Extern != 0 {
		return false
	}
	return (v.Qualifiers&ast.Static != 0 || u.hasMain) && !u.writtenNames[v.Name]
}

// findWritten lists, while the unit is built, the names that the main file writes to anywhere.
func (u *Unit) findWritten() {
	u.writtenNames = map[string]bool{}
	for _, f := range u.FunctionsNamed("main") {
		u.hasMain = u.hasMain || f.Body.File() == u.File
	}
	e := &eval{u: u, locked: true}
	for i := range u.File.Len() {
		n := u.File.At(i)
		target := mayWrite(n)
		switch n.Kind() {
		case ast.CallExpression:
			u.passed(e, n)
		case ast.BinaryExpression:
			if n.Op() == ast.Shr {
				target = n.Child(ast.FieldRight)
			}
		case ast.PreprocArg:
			// A macro may write to any name in its text.
			for j, tokens := 0, preproc.Spell(n.Text()); j < len(tokens); j++ {
				if tokens[j].Kind == preproc.Word {
					u.writtenNames[tokens[j].Text] = true
				}
			}
		}
		if root := target.LvalueRoot(); root.Valid() {
			u.writtenNames[root.Text()] = true
		}
	}
}

// mayWrite returns the operand that an expression writes to, or through which later code may:
// of an assignment, ++ or --, &x, or the initialiser of a reference. It is the zero Node for
// any other node.
func mayWrite(n ast.Node) ast.Node {
	switch n.Kind() {
	case ast.AssignmentExpression:
		return n.Child(ast.FieldLeft)
	case ast.UpdateExpression:
		return n.Child(ast.FieldArgument)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			return n.Child(ast.FieldArgument)
		}
	case ast.InitDeclarator:
		if n.NearestDeclarator().Kind() == ast.ReferenceDeclarator {
			return n.Child(ast.FieldValue)
		}
	}
	return ast.Node{}
}

// passed notes names passed to functions that may write to them.
func (u *Unit) passed(e *eval, call ast.Node) {
	if call.ChildOf(ast.KernelCallSyntax).Valid() {
		return
	}
	i := -1
	for a := range call.Child(ast.FieldArguments).Children() {
		i++
		root := a.LvalueRoot()
		if !root.Valid() || u.writtenNames[root.Text()] {
			continue
		}
		e.depth, e.steps = 0, 0
		if !e.takesValue(u.Global, call.Child(ast.FieldFunction), i) {
			u.writtenNames[root.Text()] = true
		}
	}
}

// WritersOf returns the functions of the unit that may write to a member of a name: that
// assign to one, take its address, or pass it to a function that may.
func (u *Unit) WritersOf(name string) (out []*Function) {
	e := &eval{u: u}
	names := map[string]bool{name: true}
	for _, f := range u.FunctionsMentioning(names) {
		if !f.deviceOnly() && !u.System(f.Body.File()) && e.writesMember(f.Body, name) {
			out = append(out, f)
		}
	}
	return out
}

// writesMember reports whether a function body may write to a member of a name.
func (e *eval) writesMember(body ast.Node, name string) bool {
	for n := range body.Descendants() {
		target := mayWrite(n)
		if n.Kind() == ast.CallExpression {
			i := 0
			for a := range n.Child(ast.FieldArguments).Children() {
				e.depth, e.steps = 0, 0
				if inPath(a, name) && !n.ChildOf(ast.KernelCallSyntax).Valid() && !e.takesValue(e.u.Global, n.Child(ast.FieldFunction), i) {
					return true
				}
				i++
			}
		}
		if inPath(target, name) {
			return true
		}
	}
	return false
}

// inPath reports whether an lvalue is a member of a name or a part of one.
func inPath(lvalue ast.Node, name string) bool {
	for range 50 {
		switch lvalue.Kind() {
		case ast.Identifier:
			return lvalue.Text() == name
		case ast.FieldExpression:
			if lvalue.Child(ast.FieldField).Text() == name {
				return true
			}
			lvalue = lvalue.Child(ast.FieldArgument)
		case ast.SubscriptExpression:
			lvalue = lvalue.Child(ast.FieldArgument)
		case ast.ParenthesizedExpression:
			lvalue = lvalue.FirstChild()
		default:
			return false
		}
	}
	return false
}
