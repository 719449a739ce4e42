// Package localflow finds, for the bodies of functions, the values that local variables can have at
// a place, the object that an lvalue or a pointer denotes, and the places that write to objects.
//
// It works on the syntax tree and builds no control-flow graph: rules ask it about places in the
// source. What kernels are passed and compute is analysed over cudaparse/ir instead.
package localflow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An Analysis answers questions about the function bodies of one unit, of the host and the
// device. It caches the flow of each function. It serves one goroutine. Every question is bounded.
type Analysis struct {
	u      *sema.Unit
	eval   *evaluator
	stores map[*sema.Function][]Store
	// The locals and functions that are being followed, against cycles.
	busyLocals    map[*localVar]bool
	busyFunctions map[*sema.Function]bool
	steps         int
	// literalOffsets is set while only literal offsets count: the values of locals take time.
	literalOffsets bool
}

// Bounds of one question.
const (
	maxObjectSteps = 2000
	maxObjectDepth = 40
	maxStoreDepth  = 6 // of calls that stores are followed into
)

// New returns the analysis of a unit.
func New(u *sema.Unit) *Analysis {
	return &Analysis{u: u, eval: newEvaluator(u), stores: map[*sema.Function][]Store{},
		busyLocals: map[*localVar]bool{}, busyFunctions: map[*sema.Function]bool{}}
}

// flow returns the flow of the function around a node, nil outside of functions.
func (b *Analysis) flow(n ast.Node) *functionFlow {
	if f := b.u.FunctionAt(n); f != nil {
		return b.eval.flow(f)
	}
	return nil
}

// Scope returns the scope at a node of a function body. Parameters and locals have their types in
// it, and their values as far as the text determines them. Outside of functions it is the global
// scope.
func (b *Analysis) Scope(n ast.Node) *sema.Scope {
	b.eval.reset()
	fl := b.flow(n)
	if fl == nil {
		return b.u.Global
	}
	return b.eval.scope(fl, n)
}

// types returns a scope like Scope's, in which locals have types but no values.
func (b *Analysis) types(n ast.Node) *sema.Scope {
	b.eval.reset()
	fl := b.flow(n)
	if fl == nil {
		return b.u.Global
	}
	return &sema.Scope{Unit: b.u, Outer: fl.fn.Scope, Local: func(name string) (sema.LocalName, bool) {
		l := fl.localNamed(name, n)
		if l == nil {
			return sema.LocalName{}, false
		}
		return sema.LocalName{IsType: l.isType, Type: b.eval.localType(fl, l)}, true
	}}
}

// local returns the local variable or parameter that an identifier means, nil
// for none, and the function it belongs to.
func (b *Analysis) local(name ast.Node) (*localVar, *functionFlow) {
	fl := b.flow(name)
	if fl == nil || name.Kind() != ast.Identifier {
		return nil, nil
	}
	return fl.localNamed(name.Text(), name), fl
}
