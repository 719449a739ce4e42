package localflow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Analysis answers questions about names and objects inside function bodies, of the
// host and the device. It keeps what it learns of each function; it serves one
// goroutine. Every question is bounded, whatever the source.
type Analysis struct {
	u      *sema.Unit
	h      *evaluator
	stores map[*sema.Function][]Store
	// busy holds the locals and functions that are being followed.
	busyLocals    map[*localVar]bool
	busyFunctions map[*sema.Function]bool
	steps         int
	// roughly is set where offsets matter only if they are literals: the values of
	// locals take time.
	roughly bool
}

// Bounds of one question.
const (
	maxObjectSteps = 2000
	maxObjectDepth = 40
	maxStoreDepth  = 6 // of calls that stores are followed into
)

// New returns a new Analysis for a unit.
func New(u *sema.Unit) *Analysis {
	return &Analysis{u: u, h: newEvaluator(u), stores: map[*sema.Function][]Store{},
		busyLocals: map[*localVar]bool{}, busyFunctions: map[*sema.Function]bool{}}
}

// flow returns that of the function around a node, nil outside of all.
func (b *Analysis) flow(n ast.Node) *functionFlow {
	if f := b.u.FunctionAt(n); f != nil {
		return b.h.flow(f)
	}
	return nil
}

// Scope returns a scope in which names mean what they do at a node of a function
// body: parameters and locals have their types, and values as far as the text
// determines them. Outside of functions it is the global scope.
func (b *Analysis) Scope(n ast.Node) *sema.Scope {
	b.h.reset()
	fl := b.flow(n)
	if fl == nil {
		return b.u.Global
	}
	return b.h.scope(fl, n)
}

// types returns a scope like Scope's, in which locals have types but no values.
func (b *Analysis) types(n ast.Node) *sema.Scope {
	b.h.reset()
	fl := b.flow(n)
	if fl == nil {
		return b.u.Global
	}
	return &sema.Scope{Unit: b.u, Outer: fl.fn.Scope, Local: func(name string) (sema.LocalName, bool) {
		l := fl.localNamed(name, n)
		if l == nil {
			return sema.LocalName{}, false
		}
		return sema.LocalName{IsType: l.isType, Type: b.h.localType(fl, l)}, true
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
