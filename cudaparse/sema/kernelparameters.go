package sema

import "github.com/cudalint/cudalint/cudaparse/ast"

// A ParameterLayout says what the parameters of a kernel take of the constant bank
// that launches fill.
type ParameterLayout struct {
	Types []*Type // of each parameter
	// Sum is the bytes of all parameters, which nvcc checks; Bytes the end of the
	// last one with each at a multiple of its alignment, which ptxas checks
	// (measured with CUDA 13.0 and 13.5). Parameters whose size is not known are
	// left out of both.
	Sum, Bytes int64
	Unknown    int // parameters whose size is not known
}

// KernelParameters lays out the parameters of a kernel with template arguments, nil
// for a kernel that is no template. ok is false for a kernel that is probably not
// compiled.
func (u *Unit) KernelParameters(k *Function, b *Bindings) (p ParameterLayout, ok bool) {
	if k.unlikely || k.Scope == nil {
		return p, false
	}
	s := k.Scope
	if b != nil {
		s = s.With(b)
	}
	for _, param := range k.Params {
		t := s.ParamType(param)
		p.Types = append(p.Types, t)
		if param.Pack || t == nil || t.Size < 0 || t.Align <= 0 {
			p.Unknown++
			continue
		}
		p.Sum += t.Size
		p.Bytes = roundUp(p.Bytes, t.Align) + t.Size
	}
	return p, true
}

// Settled reports whether what the declaration of a name says rests on no macro
// that could be otherwise: one defined, or not, as macros out of sight have it.
func (u *Unit) Settled(name ast.Node) bool {
	s := &settler{u: u, seen: map[string]bool{}}
	return s.declaration(name)
}
