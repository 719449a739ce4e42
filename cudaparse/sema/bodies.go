package sema

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Bodies answers questions about names and objects inside function bodies, of the
// host and the device. It keeps what it learns of each function; it serves one
// goroutine. Every question is bounded, whatever the source.
type Bodies struct {
	u      *Unit
	h      *hostEval
	stores map[*Function][]Store
	// busy holds the locals and functions that are being followed.
	busyLocals    map[*hostLocal]bool
	busyFunctions map[*Function]bool
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

// Bodies returns a new Bodies for the unit.
func (u *Unit) Bodies() *Bodies {
	return &Bodies{u: u, h: newHostEval(u), stores: map[*Function][]Store{},
		busyLocals: map[*hostLocal]bool{}, busyFunctions: map[*Function]bool{}}
}

// flow returns that of the function around a node, nil outside of all.
func (b *Bodies) flow(n ast.Node) *hostFlow {
	if f := b.u.FunctionAt(n); f != nil {
		return b.h.flow(f)
	}
	return nil
}

// Scope returns a scope in which names mean what they do at a node of a function
// body: parameters and locals have their types, and values as far as the text
// determines them. Outside of functions it is the global scope.
func (b *Bodies) Scope(n ast.Node) *Scope {
	b.h.e.depth, b.h.e.steps, b.h.steps = 0, 0, 0
	fl := b.flow(n)
	if fl == nil {
		return b.u.Global
	}
	return b.h.scope(fl, n)
}

// types returns a scope like Scope's, in which locals have types but no values.
func (b *Bodies) types(n ast.Node) *Scope {
	b.h.e.depth, b.h.e.steps, b.h.steps = 0, 0, 0
	fl := b.flow(n)
	if fl == nil {
		return b.u.Global
	}
	return &Scope{Unit: b.u, Outer: fl.fn.Scope, Local: func(name string) (LocalName, bool) {
		l := fl.localNamed(name, n)
		if l == nil {
			return LocalName{}, false
		}
		return LocalName{IsType: l.isType, Type: b.h.localType(fl, l)}, true
	}}
}

// local returns the local variable or parameter that an identifier means, nil
// for none, and the function it belongs to.
func (b *Bodies) local(name ast.Node) (*hostLocal, *hostFlow) {
	fl := b.flow(name)
	if fl == nil || name.Kind() != ast.Identifier {
		return nil, nil
	}
	return fl.localNamed(name.Text(), name), fl
}

// fewNames is how many names are looked for in a text one by one.
const fewNames = 32

// Mentions reports whether one of some names may stand in the text of a node; what
// macros spell there is not looked for. It is a cheap way to pass over functions
// that have nothing to do with some variables.
func Mentions(n ast.Node, names map[string]bool) bool {
	if len(names) > fewNames {
		for d := range n.Descendants() {
			if d.Is(ast.Identifier, ast.FieldIdentifier, ast.TypeIdentifier) && names[d.Text()] {
				return true
			}
		}
		return false
	}
	text := n.Bytes()
	for name := range names {
		if holdsWord(text, name) {
			return true
		}
	}
	return false
}

// holdsWord reports whether a name stands in a text and is no part of another one.
func holdsWord(text []byte, name string) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 || name == "" {
			return false
		}
		start, end := from+i, from+i+len(name)
		if (start == 0 || !source.WordByte(text[start-1])) && (end == len(text) || !source.WordByte(text[end])) {
			return true
		}
		from = start + 1
	}
}
