package missingrestrict

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// referred reports whether a pointer parameter is bound to a reference to a pointer,
// which one to a __restrict__ pointer is not (nvcc: "qualifiers dropped").
func referred(u *sema.Unit, k *sema.Function, name string) bool {
	for n := range k.Body.Descendants() {
		if n.Kind() != ast.Identifier || n.Text() != name {
			continue
		}
		switch p := n.Parent(); p.Kind() {
		case ast.InitDeclarator:
			if d := p.Child(ast.FieldDeclarator); d.Kind() == ast.ReferenceDeclarator && !p.Parent().Child(ast.FieldType).Is(ast.PlaceholderTypeSpecifier, ast.Auto) {
				return true
			}
		case ast.ArgumentList:
			for _, param := range receivers(u, n) {
				if d := param.Node.Child(ast.FieldDeclarator); strings.Contains(d.Text(), "&") && !strings.Contains(d.Text(), "&&") {
					return true
				}
			}
		}
	}
	return false
}

// polled reports whether a kernel waits for what a pointer parameter points to: it
// loads it in the condition of a loop that changes nothing. Something else has to
// write it meanwhile, which restrict denies.
func polled(k *sema.Function, name string) bool {
	for n := range k.Body.Descendants() {
		if n.Is(ast.WhileStatement, ast.DoStatement, ast.ForStatement) && nameIn(n.Child(ast.FieldCondition), name).Valid() && idle(n) {
			return true
		}
	}
	return false
}

// idle reports whether a loop assigns to nothing.
func idle(loop ast.Node) bool {
	initial := loop.Child(ast.FieldInitializer)
	for n := range loop.Descendants() {
		if n.Is(ast.AssignmentExpression, ast.UpdateExpression, ast.InitDeclarator) && (!initial.Valid() || n.Index() >= initial.End()) {
			return false
		}
	}
	return true
}

// receivers returns the parameters of the functions in sight that an argument may be
// given to.
func receivers(u *sema.Unit, argument ast.Node) []sema.Param {
	i := 0
	for a := range argument.Parent().Children() {
		if a == argument {
			break
		}
		i++
	}
	callee := argument.Parent().Parent().Child(ast.FieldFunction)
	if !callee.Valid() {
		return nil
	}
	functions, _ := u.ScopeAt(callee).FunctionsNamed(callee)
	var out []sema.Param
	for _, f := range functions {
		if i < len(f.Params) {
			out = append(out, f.Params[i])
		}
	}
	return out
}

// constable reports whether what a parameter of a kernel points to can be const, as
// far as the kernel uses it, beyond what the analysis of its pointers tells: where a
// template or a class may be given the type, it is not looked into.
func constable(u *sema.Unit, k *sema.Function, param int) bool {
	p := k.Params[param]
	t := k.Scope.ParamType(p)
	if !p.Node.Child(ast.FieldDeclarator).Is(ast.PointerDeclarator, ast.ArrayDeclarator) || t == nil || t.Elem == nil {
		return false
	}
	element, rows := t.Elem, 0
	for ; element.Kind == sema.Array && element.Elem != nil; rows++ {
		element = element.Elem
	}
	plain := element.Kind == sema.Dependent || element.Arithmetic() || element.Kind == sema.RecordKind && element.Record != nil && !element.Record.Node.Valid()
	if !plain && !passive(u, element) || inMacro(u, p.Name) {
		return false
	}
	for n := range k.Body.Descendants() {
		switch {
		case n.Text() != p.Name:
		case n.Kind() == ast.TypeIdentifier: // float *q(in), read as the declaration of a function
			return false
		case n.Kind() == ast.Identifier && !keepsConst(u, n, rows, plain):
			return false
		}
	}
	return !typed(k, p.Name)
}

// typed reports whether a kernel asks for the type of a parameter, or of what it points
// to: both change.
func typed(k *sema.Function, name string) bool {
	for n := range k.Body.Descendants() {
		if n.Kind() == ast.Decltype && nameIn(n, name).Valid() {
			return true
		}
	}
	return false
}

// inMacro reports whether the text of a macro uses a name: what it does with it is not
// looked into.
func inMacro(u *sema.Unit, name string) bool {
	for _, file := range u.Files {
		for _, at := range occurrences(file, name) {
			n := nodeAt(file, at)
			if n.Kind() != ast.PreprocArg {
				continue
			}
			params := n.Parent().Child(ast.FieldParameters)
			if !params.Valid() || !nameIn(params, name).Valid() {
				return true
			}
		}
	}
	return false
}

// passive reports whether a type is a class without methods that no function in sight
// takes by a reference that is not const.
func passive(u *sema.Unit, t *sema.Type) bool {
	if t.Kind != sema.RecordKind || t.Record == nil || len(t.Record.Methods) > 0 || len(t.Record.Bases) > 0 || t.Record.Generic != nil {
		return false
	}
	for _, f := range u.Functions {
		for _, p := range f.Params {
			if p.Node.Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator) && p.Node.Qualifiers()&ast.Const == 0 &&
				strings.HasSuffix(p.Node.Child(ast.FieldType).Text(), t.Record.Name) {
				return false
			}
		}
	}
	return true
}

// keepsConst reports whether one use of a pointer, or of what it points to, still
// compiles when that is const. rows is the number of dimensions of what it points to,
// plain is set for elements that are numbers or vectors.
func keepsConst(u *sema.Unit, n ast.Node, rows int, plain bool) bool {
	pointer := true
	for range 100 {
		p := n.Parent()
		switch p.Kind() {
		case ast.ParenthesizedExpression, ast.ConditionalExpression:
		case ast.BinaryExpression:
			if !pointer {
				return true
			}
		case ast.SubscriptExpression:
			if n.Field() != ast.FieldArgument {
				return true
			}
			pointer = rows > 0 // a row is an array, which becomes a pointer
			rows--
		case ast.PointerExpression:
			if pointer = p.Op() == ast.And || rows > 0; p.Op() != ast.And {
				rows--
			}
		case ast.FieldExpression:
			t := u.ScopeAt(p).ExprType(p)
			pointer = t != nil && t.Kind == sema.Array
			if p.Field() == ast.FieldFunction {
				return plain
			}
		case ast.InitDeclarator:
			declaration := p.Parent()
			auto := declaration.Child(ast.FieldType).Is(ast.PlaceholderTypeSpecifier, ast.Auto)
			return !pointer && !(auto && p.Child(ast.FieldDeclarator).Kind() == ast.ReferenceDeclarator) || !auto && declaration.Qualifiers()&ast.Const != 0
		case ast.InitializerList:
			return !pointer
		case ast.ArgumentList:
			return keepsArgument(u, n, pointer, plain)
		default:
			return !p.Is(ast.ReturnStatement, ast.Decltype) || !pointer
		}
		n = p
	}
	return false
}

// keepsArgument is keepsConst for an argument of a call.
func keepsArgument(u *sema.Unit, n ast.Node, pointer, plain bool) bool {
	callee := n.Parent().Parent().Child(ast.FieldFunction)
	if !callee.Valid() || callee.Kind() == ast.FieldExpression {
		return !pointer && plain // a constructor or a method
	}
	if callee.Kind() == ast.TemplateFunction && strings.HasSuffix(callee.Child(ast.FieldName).Text(), "_cast") {
		return strings.Contains(callee.Child(ast.FieldArguments).Text(), "const")
	}
	functions, _ := u.ScopeAt(callee).FunctionsNamed(callee)
	if len(functions) == 0 {
		return strings.HasPrefix(callee.Text(), "__ld") || !pointer && plain
	}
	params := receivers(u, n)
	if len(params) != len(functions) {
		return false
	}
	for i, f := range functions {
		constant := params[i].Node.Qualifiers()&ast.Const != 0
		reference := strings.Contains(params[i].Node.Child(ast.FieldDeclarator).Text(), "&")
		if !constant && (pointer || reference) || pointer && len(f.TemplateParams) > 0 {
			return false
		}
	}
	return true
}
