package pointer

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// ReadOnly describes a pointer parameter that, declared __restrict__, would let the compiler
// use the read-only path for its loads and keep their results across stores.
type ReadOnly struct {
	// Param is the index of the parameter.
	Param int
	// Loads are the loads that __restrict__ would change, one for each expression. Places is
	// their number. Looped counts those in loops, BesideStores those in loops that also store,
	// and Repeated those that read one address in every iteration of such a loop. Of
	// preprocessor arms that exclude each other, only the arm with the highest count is
	// counted.
	Loads                                  []Access
	Places, Looped, BesideStores, Repeated int
	// Loops are the loops counted in Repeated, or in BesideStores if Repeated is 0. LoopStored
	// is what they store to.
	Loops      []ast.Node
	LoopStored Stored
	// Writable is that of the Param.
	Writable bool
	// Stored is what the kernel stores to. OtherStore is a store to memory other than that of
	// parameters; it is invalid if there is none.
	Stored     Stored
	OtherStore ast.Node
	// Written are the indexes of the parameters whose memory may be written: by this kernel,
	// by code that it passes them to, or through pointers that they hold.
	Written []int
	// Variables are the qualified names of the file-scope variables that are written.
	Variables []string
}

// Stored describes the memory that some stores may change.
type Stored struct {
	// Params are the indexes of the parameters stored through that are not __restrict__.
	Params []int
	// Variables are the qualified names of the file-scope variables.
	Variables []string
	// Held is set for stores through pointers that are held in objects or in memory, Unfollowed
	// for stores through pointers of unknown origin.
	Held, Unfollowed bool
}

// note adds the memory that one access may change.
func (s *Stored) note(e *Effects, a *Access) {
	for _, p := range a.Params {
		if !e.Params[p].Restrict || a.NotInlined {
			s.Params = appendNew(s.Params, p)
		}
	}
	for _, v := range a.Variables {
		s.Variables = appendNew(s.Variables, v)
	}
	s.Held, s.Unfollowed = s.Held || a.held, s.Unfollowed || a.unfollowed
}

// add adds all of t.
func (s *Stored) add(t Stored) {
	for _, p := range t.Params {
		s.Params = appendNew(s.Params, p)
	}
	for _, v := range t.Variables {
		s.Variables = appendNew(s.Variables, v)
	}
	s.Held, s.Unfollowed = s.Held || t.Held, s.Unfollowed || t.Unfollowed
}

// empty reports whether there is no store, except through __restrict__ pointers.
func (s *Stored) empty() bool {
	return len(s.Params) == 0 && len(s.Variables) == 0 && !s.Held && !s.Unfollowed
}

// MayHaveReadOnly reports whether a kernel has a parameter that ReadOnly may return. It costs
// much less than Effects.
func MayHaveReadOnly(k *sema.Function) bool {
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

// restricted reports whether a parameter is declared restrict, in any spelling: also by a
// macro that no visible file defines.
func restricted(p decl.Param) bool {
	return strings.Contains(strings.ToLower(strings.ReplaceAll(p.Node.Text(), p.Name, "")), "restrict")
}

// ReadOnly returns the parameters that would gain from __restrict__, as far as the function
// itself shows. Measured with nvcc 13.0 (testdata/truth/restrict_own.cu): the compiler does
// not use __restrict__ for a pointer that escapes, nor in a callee that is not inlined. It
// does use the read-only path for a load that may also be from a written parameter, which
// would be wrong.
func (e *Effects) ReadOnly() []ReadOnly {
	if e.Unknown != "" || e.Dependent {
		return nil
	}
	var base ReadOnly
	tied := make([]bool, len(e.Params)) // written, or accessed by a load that may be from written memory
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Kind == Load {
			continue
		}
		for _, p := range a.Params {
			tied[p] = true
		}
		base.Stored.note(e, a)
		if a.Other || len(a.Params) == 0 {
			base.OtherStore = a.Node
		}
	}
	if base.Stored.empty() {
		return nil
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
		if r.load(e); len(r.Loads) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// load collects and counts the loads through the parameter.
func (r *ReadOnly) load(e *Effects) {
	var all, looped, beside, repeated []ast.Node
	var around, repeating []callLoop // the loops of beside and of repeated
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if a.Kind != Load || !a.Plain || !slices.Contains(a.Params, r.Param) {
			continue
		}
		if !slices.Contains(all, a.Node) {
			r.Loads, all = append(r.Loads, *a), append(all, a.Node)
		}
		if !a.Loop.Valid() {
			continue
		}
		looped = appendNew(looped, a.Node)
		s := e.storesIn(a.around)
		if s == nil {
			continue
		}
		beside, around = appendNew(beside, a.Node), appendNew(around, a.around)
		if s.repeats(a, e) {
			repeated, repeating = appendNew(repeated, a.Node), appendNew(repeating, a.around)
		}
	}
	r.Places, r.Looped, r.BesideStores, r.Repeated = places(all), places(looped), places(beside), places(repeated)
	if len(repeating) > 0 {
		around = repeating
	}
	for _, at := range around {
		r.Loops = appendNew(r.Loops, at.node())
		r.LoopStored.add(e.storesIn(at).Stored)
	}
	slices.Sort(r.LoopStored.Params)
}
