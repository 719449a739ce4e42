package pointer

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// ReadOnly is a pointer parameter whose loads the compiler could send through
// the read-only path, and keep across stores, if it were __restrict__.
type ReadOnly struct {
	// Param is the index of the parameter.
	Param int
	// Loads are those that would change, Looped how many of them are in loops,
	// BesideStores how many in loops that also store, and Repeated how many of
	// those read one address in every round.
	Loads                          []Access
	Looped, BesideStores, Repeated int
	// LoopStored are those of Stored that such loops store through.
	LoopStored []int
	// Writable is set where the pointer becomes one that may be written through, so
	// that const would not compile.
	Writable bool
	// Stored are the indexes of the parameters that are stored through and are
	// not __restrict__; OtherStore is a store through something else, not valid
	// for none.
	Stored     []int
	OtherStore ast.Node
	// Written are the indexes of the parameters whose memory may be written in any
	// way: by this kernel, by what it passes them to, or because they hold pointers.
	Written []int
	// Variables are the qualified names of the variables that are written.
	Variables []string
}

// Worth reports whether a kernel has a parameter that ReadOnly could return: it is
// cheap, where Effects is not.
func Worth(k *sema.Function) bool {
	for _, p := range k.Params {
		if !p.Node.Child(ast.FieldDeclarator).Valid() || restricted(p) {
			continue
		}
		if t := k.Scope.ParamType(p); t != nil && t.Kind == sema.Pointer && t.Elem != nil && t.Elem.Kind != sema.Pointer &&
			t.Qualifiers&ast.Restrict == 0 && t.Elem.Qualifiers&ast.Volatile == 0 {
			return true
		}
	}
	return false
}

// restricted reports whether a parameter's declaration says restrict, in any
// spelling: a macro that no file in sight defines may stand for the keyword, too.
func restricted(p sema.Param) bool {
	return strings.Contains(strings.ToLower(strings.ReplaceAll(p.Node.Text(), p.Name, "")), "restrict")
}

// ReadOnly returns the parameters that __restrict__ would help, as far as the
// function itself tells. Measured with nvcc 13.0 (testdata/truth/restrict_own.cu):
// a pointer that escapes is given up by the compiler, too; loads in a callee that
// is not inlined stay what they are; a load that may be of a parameter that is
// written becomes one of the read-only path all the same, and so would be wrong.
func (e *Effects) ReadOnly() []ReadOnly {
	if e.Unknown != "" || e.Dependent {
		return nil
	}
	var base ReadOnly
	tied := make([]bool, len(e.Params)) // written, or met in one access with what is
	for _, a := range e.Accesses {
		if a.Kind == Load {
			continue
		}
		for _, p := range a.Params {
			tied[p] = true
			if (!e.Params[p].Restrict || a.NotInlined) && !slices.Contains(base.Stored, p) {
				base.Stored = append(base.Stored, p)
			}
		}
		if a.Other || len(a.Params) == 0 {
			base.OtherStore = a.Node
		}
	}
	if len(base.Stored) == 0 && !base.OtherStore.Valid() {
		return nil // nothing is stored, or everything through __restrict__
	}
	for i, p := range e.Params {
		tied[i] = tied[i] || p.Escapes
		if tied[i] || base.OtherStore.Valid() && !p.Pointer && !p.Type.Arithmetic() {
			base.Written = append(base.Written, i)
		}
	}
	base.Variables = e.Variables
	for changed := true; changed; {
		changed = false
		for _, a := range e.Accesses {
			bad := a.Other && len(a.Params) > 0
			for _, p := range a.Params {
				bad = bad || tied[p]
			}
			for _, p := range a.Params {
				if bad && !tied[p] {
					tied[p], changed = true, true
				}
			}
		}
	}
	var out []ReadOnly
	for i, p := range e.Params {
		if !p.Pointer || p.Restrict || p.Volatile || tied[i] {
			continue
		}
		r := base
		r.Param, r.Writable = i, p.Writable
		for _, a := range e.Accesses {
			if a.Kind == Load && a.Plain && slices.Contains(a.Params, i) {
				r.Loads = append(r.Loads, a)
				if a.Loop.Valid() {
					r.Looped++
				}
				r.beside(e, a)
			}
		}
		if len(r.Loads) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// beside counts a load that is in a loop with stores.
func (r *ReadOnly) beside(e *Effects, a Access) {
	if !a.Loop.Valid() {
		return
	}
	s := e.storesIn(a.Loop)
	if !s.any {
		return
	}
	r.BesideStores++
	if s.repeats(a, e) {
		r.Repeated++
	}
	for _, p := range s.params {
		if !slices.Contains(r.LoopStored, p) {
			r.LoopStored = append(r.LoopStored, p)
		}
	}
	slices.Sort(r.LoopStored)
}
