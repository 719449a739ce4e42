// Package pointer finds out what a device function does with the memory behind each of its
// pointer parameters: what it loads, stores or updates atomically, and which pointers escape.
//
// The analysis interprets the lowered form (cudaparse/ir) of the function and of the callees
// whose bodies are visible. It tracks which memory each pointer may refer to. The order of
// statements does not matter: a variable may hold any pointer that is assigned to it anywhere.
// Members of a struct are distinguished, elements of an array are not.
package pointer

import (
	"context"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Effects describes what a function does with the memory behind its parameters.
type Effects struct {
	Function *sema.Function
	// Params describes the parameters of the function, in order.
	Params []Param
	// Accesses are all loads, stores and atomics of memory that other threads can reach, except
	// shared memory, in the order of execution. An access in a callee is listed once for each
	// combination of pointers passed and loop around the call.
	Accesses []Access
	// Variables are the qualified names of the file-scope variables that are stored to.
	Variables []string
	// Callees are the called functions whose bodies are visible, one entry for each call.
	Callees []*sema.Function
	// Unknown is the reason why the analysis is incomplete, "" if it is complete.
	Unknown string
	// Dependent is set if the function waits for, or releases, a kernel by programmatic
	// dependent launch.
	Dependent bool

	ir    *ir.Func // the lowered body, nil if lowering failed
	loops map[callLoop]*loopStores
	// images are the calls of texture and surface functions.
	images []imageSite
}

// Param describes one parameter.
type Param struct {
	// Pointer is set for a pointer to anything but pointers and functions.
	Pointer bool
	// Type is the declared type.
	Type *sema.Type
	// Restrict is set if the pointer is declared __restrict__, Volatile if it points to
	// volatile.
	Restrict, Volatile bool
	// Writable is set if the pointer is converted to a pointer to non-const, in a local
	// variable or a callee's parameter: const would not compile.
	Writable bool
	// Escapes is set if code that is not visible may get the pointer: it is passed to a
	// function without a visible body or to inline assembly, or stored in memory.
	Escapes bool
}

// A Kind is the kind of an access.
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
	// Node is the expression that loads or stores. In the body of an overloaded operator it is
	// the expression that applies the operator.
	Node ast.Node
	// Params are the indexes of the parameters whose memory it may access.
	Params []int
	// Other is set if it may access other memory: through a pointer in memory or in a
	// struct, or a file-scope variable.
	Other bool
	// Variables are the qualified names of the file-scope variables that it may access.
	Variables []string
	// Plain is set for a load that the compiler may send through the read-only path: an
	// ordinary access in inlined code.
	Plain bool
	// NotInlined is set if the access is in a callee that is not inlined.
	NotInlined bool
	// Loop is the outermost loop around the access or around a call that leads to it. It is
	// not valid if there is none.
	Loop ast.Node

	// around is the outermost loop around the access. ends is set if the access runs at most
	// once in that loop.
	around callLoop
	ends   bool
	// held and unfollowed refine Other: the access may go through a pointer in memory or in an
	// object, or through a pointer of unknown origin. See Stored.
	held, unfollowed bool
	// in is the function that contains the access, frame the call of it. address is the
	// operation in it that yields the address, op the one that accesses.
	in          *ir.Func
	frame       *frame
	address, op ir.ID
}

// ReadOnlyLoad reports whether the access is a load by __ldg, which always takes the read-only
// path.
func (a *Access) ReadOnlyLoad() bool {
	o := a.in.Op(a.op)
	return a.Kind == Load && o.X != nil && o.X.Name == "__ldg"
}

// Bounds of the analysis of one function.
const (
	maxSteps     = 100_000 // executed operations
	maxPasses    = 8
	maxCalls     = 24 // depth of the call stack
	maxRecursion = 2  // calls of one function on the call stack
	maxValue     = 64 // places that one pointer may refer to
)

// An Analysis analyses functions of one unit.
type Analysis struct {
	ctx       context.Context
	unit      *sema.Unit
	builder   *ir.Builder
	plains    map[*sema.Record]bool        // results of plain
	effects   map[*sema.Function]*Effects  // results of Effects
	exchanges map[*sema.Function]exchanges // of the functions that contain launches, see exchange
	// withoutPointers are the effects of functions that receive no pointers, see
	// callWithoutPointers.
	withoutPointers map[*ir.Func]*Effects
}

// Shared returns the analysis of a unit that all rules share. memo stores it, as
// lint.Pass.Once does.
func Shared(memo func(key any, makes func() any) any, ctx context.Context, unit *sema.Unit, builder *ir.Builder) *Analysis {
	type key struct{}
	return memo(key{}, func() any { return New(ctx, unit, builder) }).(*Analysis)
}

// New returns an analysis of the functions of a unit, which builder lowers.
func New(ctx context.Context, unit *sema.Unit, builder *ir.Builder) *Analysis {
	return &Analysis{ctx: ctx, unit: unit, builder: builder, plains: map[*sema.Record]bool{}, withoutPointers: map[*ir.Func]*Effects{},
		effects: map[*sema.Function]*Effects{}, exchanges: map[*sema.Function]exchanges{}}
}

// Effects returns the effects of a function that has a body. It analyses each function once.
// It is not safe for concurrent use, and callers must not change the result.
func (a *Analysis) Effects(fn *sema.Function) *Effects {
	if a.effects[fn] == nil {
		a.effects[fn] = a.follow(fn)
	}
	return a.effects[fn]
}

func (a *Analysis) follow(fn *sema.Function) *Effects {
	inst := &ir.Instance{Function: fn}
	if fn.Record != nil && !fn.Kernel() {
		fn.Record.Complete()
		inst.This = &sema.Type{Kind: sema.RecordKind, Name: fn.Record.Name, Size: fn.Record.Size, Align: fn.Record.Align, Record: fn.Record}
	}
	e := &Effects{Function: fn, Params: make([]Param, len(fn.Params)), ir: a.builder.Lower(inst)}
	m := newMachine(a)
	for i, p := range fn.Params {
		e.Params[i].describe(p, fn)
	}
	switch {
	case e.ir == nil:
		e.Unknown = "it takes too long to follow"
	case e.ir.Incomplete != "":
		e.Unknown = e.ir.Incomplete
	default:
		m.follow(e, e.ir, m.parameters(e))
	}
	return e
}

// describe fills in what the declaration of a parameter says.
func (out *Param) describe(p decl.Param, fn *sema.Function) {
	t := fn.Scope.ParamType(p)
	out.Type = t
	if t == nil || t.Kind != sema.Pointer {
		return
	}
	out.Restrict = t.Qualifiers&ast.Restrict != 0 || restricted(p)
	if t.Elem != nil && t.Elem.Kind != sema.Pointer && t.Elem.Kind != sema.FunctionKind {
		out.Pointer, out.Volatile = true, t.Elem.Qualifiers&ast.Volatile != 0
	}
}

// parameters returns the initial values of the parameters of the analysed function.
func (m *machine) parameters(e *Effects) []pointers {
	var out []pointers
	for _, id := range e.ir.Params {
		p := e.ir.Op(id)
		i := slices.IndexFunc(e.Function.Params, func(q decl.Param) bool { return q.Node == p.Node })
		behind := m.behind()
		if i < 0 || p.Type != nil && p.Type.Kind == sema.Reference {
			out = append(out, pointers{{obj: behind}})
			continue
		}
		if m.plain(p.Type) {
			out = append(out, pointers{{obj: m.scratch}})
			continue
		}
		pointee := behind
		if q := &e.Params[i]; q.Pointer {
			pointee = m.object(paramObject)
			pointee.param, pointee.content, pointee.constant = i, behind.content, q.Type.Elem.Qualifiers&ast.Const != 0
		}
		v := m.object(localObject)
		v.own, v.content = true, []entry{{to: loc{obj: pointee}}}
		out = append(out, pointers{{obj: v}})
	}
	return out
}

// behind returns an object for memory reached through pointers in memory. It holds pointers to
// itself.
func (m *machine) behind() *object {
	o := m.object(deepObject)
	o.content = []entry{{to: loc{obj: o}}}
	return o
}
