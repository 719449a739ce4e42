package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// Kernels returns the kernels with a body in source order, those of included files
// included.
func (u *Unit) Kernels() []*Function {
	return filtered(u.globals(), func(f *Function) bool { return f.Body.Valid() })
}

// KernelsDeclared returns the kernels with those that have no body in sight.
func (u *Unit) KernelsDeclared() []*Function { return slices.Clone(u.globals()) }

func (u *Unit) globals() []*Function {
	u.globalsOnce.Do(func() {
		words := map[string]bool{}
		all := u.functions(func(c *class) bool { return c.mayHaveKernel(u, words) })
		u.globalFunctions = filtered(all, (*Function).Kernel)
	})
	return u.globalFunctions
}

// mayHaveKernel reports whether a member function may be a kernel, whatever macros expand
// to. global keeps which names of macros may spell that.
func (c *class) mayHaveKernel(u *Unit, global map[string]bool) bool {
	may := func(words []string, q ast.Qualifiers) bool {
		return q&ast.Global != 0 || slices.ContainsFunc(words, func(word string) bool { return u.maySpellGlobal(word, global) })
	}
	return c.summary.TooDeep || may(c.summary.Heads, c.summary.Qualifiers) || slices.ContainsFunc(c.decl.members, func(m member) bool {
		words := decl.WordsOf(m.node, m.decl.FunctionDeclarator())
		return may(slices.Concat(words.Inside, words.Before), m.node.Qualifiers())
	})
}

// maySpellGlobal reports whether a word may be a macro with __global__ in its expansion.
// Those that are known not to be are in known, with false.
func (u *Unit) maySpellGlobal(word string, known map[string]bool) bool {
	if may, ok := known[word]; ok || !u.Macros.Table().Known(word) {
		return may
	}
	seen := map[string]bool{word: true}
	for queue := []string{word}; len(queue) > 0; queue = queue[1:] {
		for _, ev := range u.Macros.Table().Events(queue[0]) {
			if ev.Macro == nil {
				continue
			}
			for _, t := range ev.Macro.Tokens() {
				if t.Is("##") || ast.QualifierOf(t.Text)&ast.Global != 0 {
					known[word] = true
					return true
				}
				if _, out := known[t.Text]; !out && !seen[t.Text] && t.Kind == preproc.Word && u.Macros.Table().Known(t.Text) {
					seen[t.Text] = true
					queue = append(queue, t.Text)
				}
			}
		}
	}
	for name := range seen {
		known[name] = false
	}
	return false
}

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
		p.Bytes = types.RoundUp(p.Bytes, t.Align) + t.Size
	}
	return p, true
}
