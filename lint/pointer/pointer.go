// Package pointer tells what a device function does with the memory behind each
// of its pointer parameters: what it loads, stores, updates atomically, and where
// it loses track of a pointer.
//
// The analysis reads the syntax tree of the function and of the callees in sight.
// It does not depend on the order of statements: a variable points to whatever
// is assigned to it anywhere. Members of structs are kept apart, elements of
// arrays are not.
package pointer

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Effects is what a function does with what its parameters point to.
type Effects struct {
	Function *sema.Function
	// Params are those of the function, in order.
	Params []Param
	// Accesses are all loads, stores and atomics of memory that other threads
	// can reach, each place once (twice for a callee that is called in a loop and
	// outside of one), in the order they are met. Shared memory is not listed.
	Accesses []Access
	// Variables are the qualified names of the variables of the file that are
	// stored to.
	Variables []string
	// Calls are the calls of functions in sight with their arguments.
	Calls []Call
	// Unknown says why the function could not be followed to its end; "" where
	// it was.
	Unknown string
	// Dependent is set where the function waits for, or releases, a kernel by
	// programmatic dependent launch.
	Dependent bool

	loops map[ast.Node]*loopStores
}

// Param is what is known of one parameter.
type Param struct {
	// Pointer is set for a pointer to anything but pointers and functions.
	Pointer bool
	// Type is the declared type.
	Type *sema.Type
	// Restrict and Volatile are what the declaration says of the pointer, and of
	// what it points to.
	Restrict, Volatile bool
	// Writable is set where the pointer becomes one that may be written through, a
	// local or a callee's parameter: const would not compile.
	Writable bool
	// Escape is where the pointer goes out of sight, not valid where it does not:
	// an unknown function, inline assembly, a variable in memory. Reason says
	// which, for messages.
	Escape ast.Node
	Reason string
}

// A Kind says what an access does.
type Kind uint8

// The kinds of accesses.
const (
	Load Kind = iota
	Store
	Atomic
)

// An Access is one load, store or atomic.
type Access struct {
	Kind Kind
	Node ast.Node
	// Params are the indexes of the parameters whose memory it may be; empty for
	// memory that is reached otherwise.
	Params []int
	// Other is set where it may be memory that is reached otherwise, too: through
	// a pointer in memory or in a struct, or a variable of the file.
	Other bool
	// Plain is set for a load that the compiler may turn into one of the
	// read-only path: written as an ordinary access, in code that is inlined.
	Plain bool
	// NotInlined is set where the access is in a callee that is not inlined.
	NotInlined bool
	// In is the function the access is written in.
	In *sema.Function
	// Loop is the outermost loop around the access or a call that leads to it,
	// not valid without one.
	Loop ast.Node
	// Index is the text of the subscript, "" where it has none.
	Index string
}

// A Call is a call of a function in sight.
type Call struct {
	Node     ast.Node
	Function *sema.Function
	Args     []ast.Node
	In       *sema.Function
}

// Bounds of the analysis of one function.
const (
	maxSteps     = 100_000 // nodes that are looked at
	maxPasses    = 8
	maxCalls     = 24  // nested calls
	maxRecursion = 2   // calls of one function inside each other
	maxDepth     = 600 // nested expressions and statements
	maxValue     = 64  // pointers that one variable may be
)

// An Analysis follows functions of one unit.
type Analysis struct {
	ctx     context.Context
	unit    *sema.Unit
	silent  map[*sema.Function]*Effects // callees without pointers, see callee
	names   map[nameIn]*sema.Variable
	members *memberNames
	// volatiles is set where the unit has volatile members.
	volatiles bool
	effects   map[*sema.Function]*Effects // see Effects
	pointers  *sema.Pointers
	exchanges map[*sema.Function]exchanges // see exchange
}

type nameIn struct {
	scope *sema.Scope
	name  string
}

// Shared returns the one analysis of a unit that all who ask for it share; memo
// keeps it, as lint.Pass.Memo does.
func Shared(memo func(key any, makes func() any) any, ctx context.Context, unit *sema.Unit) *Analysis {
	type key struct{}
	return memo(key{}, func() any { return New(ctx, unit) }).(*Analysis)
}

// New returns an analysis of the functions of a unit.
func New(ctx context.Context, unit *sema.Unit) *Analysis {
	a := &Analysis{ctx: ctx, unit: unit, silent: map[*sema.Function]*Effects{}, effects: map[*sema.Function]*Effects{}, exchanges: map[*sema.Function]exchanges{}, names: map[nameIn]*sema.Variable{}}
	for _, f := range unit.Files {
		a.volatiles = a.volatiles || f.Source.Holds("volatile")
	}
	return a
}

// Pointers returns what the arguments of launches in the unit point into.
func (a *Analysis) Pointers() *sema.Pointers {
	if a.pointers == nil {
		a.pointers = a.unit.Pointers()
	}
	return a.pointers
}

// Effects follows a function with a body, once. It is not safe for concurrent use,
// and the result must not be changed.
func (a *Analysis) Effects(fn *sema.Function) *Effects {
	if a.effects[fn] == nil {
		a.effects[fn] = a.follow(fn)
	}
	return a.effects[fn]
}

func (a *Analysis) follow(fn *sema.Function) *Effects {
	m := &machine{Analysis: a}
	m.unknown = m.object(otherObject)
	e := &Effects{Function: fn, Params: make([]Param, len(fn.Params))}
	var args []*object
	for i, p := range fn.Params {
		args = append(args, m.parameter(&e.Params[i], i, p, fn))
	}
	for pass := 0; ; pass++ {
		if pass == maxPasses {
			e.Unknown = "its pointers take too long to follow"
			break
		}
		m.begin(e)
		m.root(fn, args)
		if !m.stale || e.Unknown != "" {
			break
		}
	}
	m.finish(e)
	return e
}

// parameter describes a parameter and returns the variable that holds it.
func (m *machine) parameter(out *Param, i int, p sema.Param, fn *sema.Function) *object {
	t := fn.Scope.ParamType(p)
	out.Type = t
	v := m.object(localObject)
	v.name, v.typ, v.parameter = p.Name, t, true
	behind := m.object(deepObject)
	behind.content = value{{to: loc{obj: behind}}}
	if t == nil || t.Kind != sema.Pointer {
		v.content = value{{to: loc{obj: behind}}}
		if t != nil && t.Kind == sema.Reference {
			v.reference = true
		}
		if t.Arithmetic() {
			v.content = nil
		}
		return v
	}
	out.Restrict = t.Qualifiers&ast.Restrict != 0 || restricted(p)
	if t.Elem == nil || t.Elem.Kind == sema.Pointer || t.Elem.Kind == sema.FunctionKind {
		v.content = value{{to: loc{obj: behind}}}
		return v
	}
	out.Pointer, out.Volatile = true, t.Elem.Qualifiers&ast.Volatile != 0
	pointee := m.object(paramObject)
	pointee.param, pointee.content, pointee.constant = i, behind.content, t.Elem.Qualifiers&ast.Const != 0
	v.content = value{{to: loc{obj: pointee, settled: out.Volatile}}}
	return v
}
