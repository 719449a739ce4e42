package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
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

// An OpenArm is an arm of conditional compilation of which the sources in sight do
// not tell whether it is compiled.
type OpenArm struct {
	// Node is the directive with the condition; Else is set where the arm is what
	// follows if the condition does not hold.
	Node ast.Node
	Else bool
	// Likely is set where the arm is compiled if the macros that no source in sight
	// defines are not defined.
	Likely bool
}

// OpenArms returns the open arms that a node stands in, the innermost first.
// Include guards are not among them.
func (u *Unit) OpenArms(n ast.Node) []OpenArm {
	var arms []OpenArm
	for n = n.Origin(); ; {
		child := n
		n = n.Parent()
		switch n.Kind() {
		case ast.None:
			return arms
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef:
			arm := OpenArm{Node: n, Else: child.Field() == ast.FieldAlternative}
			want := True
			if arm.Else {
				want = False
			}
			if u.Condition(n, true) == want || u.Condition(n, false) == want || isGuard(n) && !arm.Else {
				continue
			}
			for _, device := range []bool{true, false} {
				_, likely := u.condition(n, device)
				arm.Likely = arm.Likely || preproc.TruthOf(likely) == want
			}
			arms = append(arms, arm)
		}
	}
}

// isGuard reports whether a conditional is an include guard: what it asks about
// is defined first in it.
func isGuard(n ast.Node) bool {
	asked := n.Child(ast.FieldName)
	if n.Kind() == ast.PreprocIf {
		asked = n.Child(ast.FieldCondition)
	}
	first := asked.Next()
	if first.Kind() != ast.PreprocDef {
		return false
	}
	name := first.Child(ast.FieldName).Text()
	for d := range asked.Descendants() {
		if d.Kind() == ast.Identifier && d.Text() == name {
			return true
		}
	}
	return false
}

// Arms returns the arms of conditional compilation in a file of the unit: those that are
// compiled neither for the device nor for the host, and those of which the sources in
// sight do not tell, or which are not in the tree. Arms are not sorted, and can be within
// others.
func (u *Unit) Arms(file *ast.File) (dead, open []source.Span) {
	open = append(open, file.Inactive...)
	ends := map[int]int{} // of alternatives, which end with the conditional whatever their last node
	for i := range file.Len() {
		n := file.At(i)
		if !n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
			continue
		}
		then, otherwise := n.Span(), source.Span{}
		if end, known := ends[i]; known {
			then.End = end
		}
		if alternative := n.Child(ast.FieldAlternative); alternative.Valid() {
			ends[alternative.Index()] = then.End
			otherwise = source.Span{Start: alternative.Span().Start, End: then.End}
			then.End = otherwise.Start
		}
		device, host := u.Condition(n, true), u.Condition(n, false)
		for _, arm := range []struct {
			span source.Span
			want Truth
		}{{then, True}, {otherwise, False}} {
			switch {
			case arm.span.Len() == 0 || device == arm.want || host == arm.want:
			case device != Undecided && host != Undecided:
				dead = append(dead, arm.span)
			case arm.want == False || !isGuard(n):
				open = append(open, arm.span)
			}
		}
	}
	return dead, open
}
