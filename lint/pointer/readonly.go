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
	// Loads are those that would change, each place once. Places counts them, Looped those
	// in loops, BesideStores those in loops that also store, and Repeated those that read
	// one address in every round of such a loop. Of arms of an #if that exclude each other
	// those with the most count.
	Loads                                  []Access
	Places, Looped, BesideStores, Repeated int
	// Loops are those that such loops are: the ones with repeated loads, if there are any.
	// LoopStored is what they store to.
	Loops      []ast.Node
	LoopStored Stored
	// Writable is set where the pointer becomes one that may be written through, so
	// that const would not compile.
	Writable bool
	// Stored is what is stored to; OtherStore is a store to something else than
	// parameters, not valid for none.
	Stored     Stored
	OtherStore ast.Node
	// Written are the indexes of the parameters whose memory may be written in any
	// way: by this kernel, by what it passes them to, or because they hold pointers.
	Written []int
	// Variables are the qualified names of the variables that are written.
	Variables []string
}

// Stored is what some stores may change.
type Stored struct {
	// Params are the indexes of the parameters that are not __restrict__.
	Params []int
	// Variables are the qualified names of variables of the file.
	Variables []string
	// Held is set where there is memory that is reached through pointers in objects and in
	// memory, Unfollowed where it is through pointers from out of sight.
	Held, Unfollowed bool
}

// note adds what one access may change.
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

// add adds what others may change.
func (s *Stored) add(t Stored) {
	for _, p := range t.Params {
		s.Params = appendNew(s.Params, p)
	}
	for _, v := range t.Variables {
		s.Variables = appendNew(s.Variables, v)
	}
	s.Held, s.Unfollowed = s.Held || t.Held, s.Unfollowed || t.Unfollowed
}

// empty reports whether nothing is stored, or everything through __restrict__.
func (s *Stored) empty() bool {
	return len(s.Params) == 0 && len(s.Variables) == 0 && !s.Held && !s.Unfollowed
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

// load finds the loads of the parameter.
func (r *ReadOnly) load(e *Effects) {
	var all, looped, beside, repeated []ast.Node
	var around []round // of beside
	var again []round
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
			repeated, again = appendNew(repeated, a.Node), appendNew(again, a.around)
		}
	}
	r.Places, r.Looped, r.BesideStores, r.Repeated = places(all), places(looped), places(beside), places(repeated)
	if len(again) > 0 {
		around = again
	}
	for _, at := range around {
		r.Loops = appendNew(r.Loops, at.node())
		r.LoopStored.add(e.storesIn(at).Stored)
	}
	slices.Sort(r.LoopStored.Params)
}
