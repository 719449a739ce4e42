package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// callConst evaluates a call_expression: a cast written as one, a function of
// the language or its library, a macro, or a constexpr function.
func (e *eval) callConst(s *Scope, n ast.Node) Const {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	if n.ChildOf(ast.KernelCallSyntax).Valid() {
		return Const{}
	}
	if m, _ := e.u.MacroInvoked(n); m != nil {
		if x, ok := e.u.ExpandAs(n, expand.Expression); ok {
			return e.constant(s, x)
		}
		return Const{}
	}
	if fn.Kind() == ast.TemplateFunction {
		switch fn.Child(ast.FieldName).Text() {
		case "static_cast", "const_cast", "reinterpret_cast":
			return e.castConst(s, e.typeOf(s, fn.Child(ast.FieldArguments).FirstChild()), list.FirstChild())
		}
	}
	if list.Kind() == ast.InitializerList { // T{x}
		if list.ChildCount() == 1 {
			return e.castConst(s, e.typeOf(s, fn), list.FirstChild())
		}
		return Const{}
	}
	if fn.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
		if list.ChildCount() == 0 {
			return types.IntConst(0, types.IntType).Convert(e.typeOf(s, fn))
		}
		return e.castConst(s, e.typeOf(s, fn), list.FirstChild())
	}
	if fn.Kind() == ast.QualifiedIdentifier {
		if p, last, ok := e.split(s, fn); ok && p != nil && p.typ != nil {
			if k := types.TraitValue(p.typ.Object(), last.PlainName()); k.Known() {
				return k
			}
		}
	}
	name := fn.PlainName()
	if candidates, explicit := e.functionsNamed(s, fn); len(candidates) > 0 {
		return e.constexprCall(s, candidates, explicit, list)
	}
	if fn.Is(ast.Identifier, ast.QualifiedIdentifier) && list.ChildCount() == 1 {
		if t := e.typeOf(s, fn); t.Arithmetic() {
			return e.castConst(s, t, list.FirstChild())
		}
	}
	return e.libraryCall(s, name, list)
}

// args evaluates up to three arguments of a call.
func (e *eval) args(s *Scope, list ast.Node) []Const {
	var out []Const
	for a := range list.Children() {
		if len(out) == 3 {
			return nil
		}
		out = append(out, e.constant(s, a))
	}
	return out
}

// libraryCall evaluates a call of a function of a library.
func (e *eval) libraryCall(s *Scope, name string, list ast.Node) Const {
	if !types.IsLibraryFunction(name) {
		return Const{}
	}
	return types.LibraryConst(name, e.args(s, list))
}

// traitConst evaluates variable templates of the library: is_same_v<A, B>.
func (e *eval) traitConst(s *Scope, n ast.Node) Const {
	name := n.Child(ast.FieldName).Text()
	args := e.templateArgs(s, n.Child(ast.FieldArguments))
	if len(name) > 2 && name[len(name)-2:] == "_v" {
		return types.TraitValue(&Type{Kind: Builtin, Name: name[:len(name)-2], Args: args}, "value")
	}
	return Const{}
}
