package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// Bounds of one question, so that the evaluation of recursive templates, constants and functions
// ends.
const (
	maxEvalDepth     = 200
	maxEvalSteps     = 200000
	maxInstances     = 3000 // of class templates, in one unit
	maxInstanceDepth = 48
)

// An eval answers one question about types, names and constants. It is used by
// one goroutine and holds the bounds.
//
// Records are completed under the unit's lock, and nothing reached from there
// calls a Scope's Local, which belongs to the caller and may ask further questions.
type eval struct {
	u      *Unit
	locked bool // the unit's lock is held (or the unit is being built)
	depth  int
	steps  int
	nest   int // class template instances being completed
	// returning are the questions of eval.returned that are being answered.
	returning map[returnQuestion]bool
	// completing counts the listed records that are being completed for each other.
	completing int
}

// evalIn returns an eval for the unit of a scope, nil where it has none.
func evalIn(s *Scope) *eval {
	for ; s != nil; s = s.Outer {
		if s.Unit != nil && s.Unit.spaces != nil {
			return &eval{u: s.Unit}
		}
	}
	return nil
}

// enter counts one step, one level down. It reports whether that is within the bounds; leave must
// then follow.
func (e *eval) enter() bool {
	if e.depth >= maxEvalDepth || e.steps >= maxEvalSteps {
		return false
	}
	e.depth++
	e.steps++
	return true
}

func (e *eval) leave() { e.depth-- }

// exhausted reports whether answers may be missing because of the bounds.
func (e *eval) exhausted() bool { return e.depth >= maxEvalDepth || e.steps >= maxEvalSteps }

// withLock runs f with the unit's lock held.
func (e *eval) withLock(f func(e *eval)) {
	if e.locked {
		f(e)
		return
	}
	e.u.mu.Lock()
	defer e.u.mu.Unlock()
	inner := &eval{u: e.u, locked: true, depth: e.depth, steps: e.steps, nest: e.nest, returning: e.returning, completing: e.completing}
	f(inner)
	e.steps = inner.steps
}

// Type returns the type a type node names: a type specifier, a type_descriptor
// (with its abstract declarator), or a decltype.
func (s *Scope) Type(node ast.Node) *Type {
	e := evalIn(s)
	if e == nil || !node.Valid() {
		return types.Unknown
	}
	return e.typeOf(s, node)
}

// Const evaluates a constant expression: literals, enumerators, constexpr and
// const variables with constant initialisers, macros, sizeof, template
// arguments, casts, constexpr functions with simple bodies.
func (s *Scope) Const(expr ast.Node) Const {
	e := evalIn(s)
	if e == nil || !expr.Valid() {
		return Const{}
	}
	return e.constant(s, expr)
}

// ExprType returns the static type of an expression as far as declarations tell,
// nil where they do not. It is what sizeof, decltype and template deduction use.
func (s *Scope) ExprType(expr ast.Node) *Type {
	e := evalIn(s)
	if e == nil || !expr.Valid() {
		return nil
	}
	if t := e.exprType(s, expr); t != nil && t.Kind != UnknownType {
		return t
	}
	return nil
}

// An Evaluator answers questions about the expressions of one unit. All questions share one bound
// on depth and steps until Reset, so a Scope's Local may ask it while it answers. It serves one
// goroutine.
type Evaluator struct{ e eval }

// NewEvaluator returns an evaluator for a unit.
func NewEvaluator(u *Unit) *Evaluator { return &Evaluator{eval{u: u}} }

// Unit returns the evaluator's unit.
func (x *Evaluator) Unit() *Unit { return x.e.u }

// Reset sets the counts of depth and steps to 0.
func (x *Evaluator) Reset() { x.e.depth, x.e.steps = 0, 0 }

// Enter counts a step of the caller's own, one level down. Leave must follow if it is true.
func (x *Evaluator) Enter() bool { return x.e.enter() }

// Leave ends the step of an Enter.
func (x *Evaluator) Leave() { x.e.leave() }

// Const is Scope.Const.
func (x *Evaluator) Const(s *Scope, expr ast.Node) Const { return x.e.constant(s, expr) }

// ExprType is Scope.ExprType, but it also returns types of which only the name is known.
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
