package missingrestrict

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// boundToReference reports whether a pointer parameter is bound to a reference to a
// pointer. That does not compile if the parameter is __restrict__ (nvcc: "qualifiers
// dropped").
func boundToReference(u *sema.Unit, k *sema.Function, name string) bool {
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

// polled reports whether a kernel waits for a value behind a pointer parameter to change:
// it loads that in the condition of a loop that assigns to nothing. Something else has to
// write the value, which __restrict__ rules out.
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

// receivers returns the parameters of visible functions that an argument may be passed to.
func receivers(u *sema.Unit, argument ast.Node) []decl.Param {
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
	var out []decl.Param
	for _, f := range functions {
		if i < len(f.Params) {
			out = append(out, f.Params[i])
		}
	}
	return out
}

// Reasons why the elements that a parameter points to cannot be const.
const (
	followConst  = "the variables and parameters that it is assigned or passed to would have to be const, too"
	asksType     = "the kernel uses decltype of it"
	inMacroText  = "a macro that the kernel uses names it"
	noPointer    = "it is not written as a pointer"
	unseenType   = "the type that it points to is not visible"
	otherMethods = "code that uses the class it points to may need it without const"
)

// notConstant returns the reason why the kernel may not compile with const elements behind a
// parameter, "" if it does or they are const already. The pointer as an argument of a template
// or a class is such a reason, as their bodies are not checked. Conversions that package
// pointer finds are not checked again.
func notConstant(u *sema.Unit, k *sema.Function, param int) string {
	p := k.Params[param]
	if p.Node.Qualifiers()&ast.Const != 0 {
		return ""
	}
	t := k.Scope.ParamType(p)
	if !p.Node.Child(ast.FieldDeclarator).Is(ast.PointerDeclarator, ast.ArrayDeclarator) || t == nil || t.Elem == nil {
		return noPointer
	}
	element, rows := t.Elem, 0
	for ; element.Kind == sema.Array && element.Elem != nil; rows++ {
		element = element.Elem
	}
	c := constness{unit: u, body: k.Body, seen: map[string]bool{}}
	c.plain = element.Kind == sema.Dependent || element.Arithmetic() || element.Kind == sema.RecordKind && element.Record != nil && !element.Record.Node.Valid()
	switch {
	case typed(k, p.Name):
		return asksType
	case !c.plain && element.Kind != sema.RecordKind:
		return unseenType
	case !c.plain && !passive(u, element):
		return otherMethods
	case inMacro(u, k, p.Name):
		return inMacroText
	}
	c.record = element.Record
	if !c.keeps(p.Name, rows) {
		return followConst
	}
	return ""
}

// typed reports whether a kernel uses decltype of a parameter or of its elements: const and
// __restrict__ change both types.
func typed(k *sema.Function, name string) bool {
	for n := range k.Body.Descendants() {
		if n.Kind() == ast.Decltype && nameIn(n, name).Valid() {
			return true
		}
	}
	return false
}

// inMacro reports whether a macro that the kernel uses, directly or through other macros,
// contains a name. It does not analyse what the macro does with it.
func inMacro(u *sema.Unit, k *sema.Function, name string) bool {
	const most = 32 // bound of the names to search for
	names := []string{name}
	for i := 0; i < len(names) && i < most; i++ {
		for _, file := range u.Files {
			for _, at := range occurrences(file, names[i]) {
				n := nodeAt(file, at)
				if n.Kind() != ast.PreprocArg {
					continue
				}
				if params := n.Parent().Child(ast.FieldParameters); params.Valid() && nameIn(params, names[i]).Valid() {
					continue
				}
				macro := n.Parent().Child(ast.FieldName).Text()
				if slices.Contains(names, macro) {
					continue
				}
				if strings.Contains(k.Body.Text(), macro) {
					return true
				}
				names = append(names, macro)
			}
		}
	}
	return len(names) > most
}

// passive reports whether code that uses objects of a type compiles if they become const. It
// accepts a class without bases that is no template, if its constructors, operators and
// conversions take const objects, and no visible function takes it by reference to non-const.
func passive(u *sema.Unit, t *sema.Type) bool {
	if t.Kind != sema.RecordKind || t.Record == nil || len(t.Record.Bases) > 0 || t.Record.Generic != nil {
		return false
	}
	for name, methods := range sema.MembersOf(t.Record).Methods {
		for _, m := range methods {
			named := source.WordByte(name[0]) && !strings.HasPrefix(name, "operator ")
			if !named && !m.Const || name == t.Record.Name && len(m.Params) > 0 {
				return false
			}
		}
	}
	for _, f := range u.FunctionsAmong(func(n ast.Node) bool { return bytes.Contains(n.Bytes(), []byte(t.Record.Name)) }) {
		for _, p := range f.Params {
			if p.Node.Child(ast.FieldDeclarator).Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator) && p.Node.Qualifiers()&ast.Const == 0 &&
				strings.HasSuffix(p.Node.Child(ast.FieldType).Text(), t.Record.Name) {
				return false
			}
		}
	}
	return true
}
