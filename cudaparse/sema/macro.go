package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A Macro is one definition of a preprocessor macro.
type Macro = preproc.Macro

// A Truth is the outcome of a preprocessor condition.
type Truth = preproc.Truth

// The outcomes: Undecided where it depends on macros the sources do not define.
const (
	Undecided = preproc.Undecided
	True      = preproc.True
	False     = preproc.False
)

// Bounds of what macros may expand to.
const (
	maxExpansionBytes = 1 << 18
	maxExpansionNest  = 40    // expansions inside expansions
	maxExpansions     = 50000 // of one unit
	workOfExpansion   = 1000  // steps that count as one more expansion
)

// MacroAt returns the macro that a name means at a node of the unit's files, nil for
// none.
func (u *Unit) MacroAt(name string, n ast.Node) *Macro {
	n = n.Origin()
	if f := u.preFile(n.File()); f != nil {
		m, _ := f.MacroAt(name, n.Span().Start)
		return m
	}
	if n.Valid() {
		return u.macros.Start(name)
	}
	return u.macros.Now(name)
}

// preFile returns what the preprocessor made of a file of the unit, nil for others.
func (u *Unit) preFile(file *ast.File) *preproc.File {
	if file == nil {
		return nil
	}
	return u.preFiles[file]
}

// Condition decides the condition of a preproc_if, preproc_ifdef, preproc_elif or
// preproc_elifdef node. device says whether __CUDA_ARCH__ is defined.
func (u *Unit) Condition(n ast.Node, device bool) Truth {
	t, _ := u.condition(n, device)
	return t
}

// condition is Condition; likely is whether it holds if macros that are not defined in
// sight are not defined.
func (u *Unit) condition(n ast.Node, device bool) (t Truth, likely bool) {
	if u == nil || !n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
		return Undecided, false
	}
	f := u.preFile(n.File())
	if f == nil {
		return Undecided, false
	}
	st := f.Arm(n.Span().Start)
	switch {
	case st == nil:
		return Undecided, false
	case device:
		return st.Device, st.DeviceLikely
	}
	return st.Host, st.HostLikely
}

// qualifiersIn returns the qualifiers that a text spells.
func qualifiersIn(text string) (q ast.Qualifiers) {
	for _, t := range preproc.Spell(text) {
		q |= ast.QualifierOf(t.Text)
	}
	return q
}
