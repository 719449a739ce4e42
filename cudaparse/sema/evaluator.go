package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// An Evaluator answers questions about the expressions of one unit for an analysis whose scopes
// ask in turn (see Scope.Local). All questions share one bound on depth and steps, until Reset.
// It serves one goroutine.
type Evaluator struct{ e eval }

// NewEvaluator returns an evaluator for a unit.
func NewEvaluator(u *Unit) *Evaluator { return &Evaluator{eval{u: u}} }

// Unit returns the evaluator's unit.
func (x *Evaluator) Unit() *Unit { return x.e.u }

// Reset starts counting depth and steps anew.
func (x *Evaluator) Reset() { x.e.depth, x.e.steps = 0, 0 }

// Enter counts a step of the caller's own, one level down. Leave must follow if it is true.
func (x *Evaluator) Enter() bool { return x.e.enter() }

// Leave ends the step of an Enter.
func (x *Evaluator) Leave() { x.e.leave() }

// Const is Scope.Const.
func (x *Evaluator) Const(s *Scope, expr ast.Node) Const { return x.e.constant(s, expr) }

// ExprType is Scope.ExprType, but for types of which only the name is known.
func (x *Evaluator) ExprType(s *Scope, expr ast.Node) *Type { return x.e.exprType(s, expr) }

// Type is Scope.Type.
func (x *Evaluator) Type(s *Scope, node ast.Node) *Type { return x.e.typeOf(s, node) }

// ParamType is Scope.ParamType.
func (x *Evaluator) ParamType(s *Scope, p decl.Param) *Type { return x.e.paramType(s, p) }

// Declarators is Scope.Declarators.
func (x *Evaluator) Declarators(s *Scope, n ast.Node) []Declared { return x.e.declarators(s, n) }

// TemplateArgs evaluates a list of template arguments.
func (x *Evaluator) TemplateArgs(s *Scope, list ast.Node) []TemplateArg {
	return x.e.templateArgs(s, list)
}

// FunctionsNamed is Scope.FunctionsNamed.
func (x *Evaluator) FunctionsNamed(s *Scope, name ast.Node) ([]*Function, []TemplateArg) {
	return x.e.functionsNamed(s, name)
}

// Resolve is Scope.Resolve for a list of argument expressions.
func (x *Evaluator) Resolve(s *Scope, candidates []*Function, explicit []TemplateArg, list ast.Node) *Function {
	f, _ := x.e.resolve(s, candidates, explicit, x.e.argTypes(s, list))
	return f
}

// IsVariable reports whether declaration n declares a variable with constructor arguments by
// what looks like function declarator f.
func (x *Evaluator) IsVariable(s *Scope, n, f ast.Node) bool { return x.e.isVariable(s, n, f) }

// TakesValue reports whether the function that an expression names cannot write to its
// argument i.
func (x *Evaluator) TakesValue(s *Scope, fn ast.Node, i int) bool { return x.e.takesValue(s, fn, i) }

// Declares reports whether the unit has a declaration of the function that an expression names.
func (x *Evaluator) Declares(s *Scope, fn ast.Node) bool { return x.e.declares(s, fn) }
