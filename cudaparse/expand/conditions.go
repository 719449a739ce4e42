package expand

import (
	"iter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Condition decides the condition of a preproc_if, preproc_ifdef, preproc_elif or
// preproc_elifdef node. device says whether __CUDA_ARCH__ is defined.
func (m *Macros) Condition(n ast.Node, device bool) preproc.Truth {
	t, _ := m.ConditionLikely(n, device)
	return t
}

// ConditionLikely is Condition; likely is whether it holds if macros that no source in sight
// defines are not defined.
func (m *Macros) ConditionLikely(n ast.Node, device bool) (t preproc.Truth, likely bool) {
	if m == nil || !n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
		return preproc.Undecided, false
	}
	f := m.PreprocessedFile(n.File())
	if f == nil {
		return preproc.Undecided, false
	}
	st := f.Arm(n.Span().Start)
	switch {
	case st == nil:
		return preproc.Undecided, false
	case device:
		return st.Device, st.DeviceLikely
	}
	return st.Host, st.HostLikely
}

// Inactive reports whether a node stands in an arm of conditional compilation
// that is not compiled, for the device (__CUDA_ARCH__ is defined) or the host.
func (m *Macros) Inactive(n ast.Node, device bool) bool {
	for conditional, alternative := range conditionals(n) {
		t := m.Condition(conditional, device)
		if t == preproc.False && !alternative || t == preproc.True && alternative {
			return true
		}
	}
	return false
}

// conditionals yields the conditionals around a node, the innermost first, and whether the node is
// in what follows if the condition does not hold.
func conditionals(n ast.Node) iter.Seq2[ast.Node, bool] {
	return func(yield func(ast.Node, bool) bool) {
		for child := n.Origin(); child.Valid(); child = child.Parent() {
			n := child.Parent()
			if n.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) &&
				!yield(n, child.Field() == ast.FieldAlternative) {
				return
			}
		}
	}
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
func (m *Macros) OpenArms(n ast.Node) []OpenArm {
	var arms []OpenArm
	for n, alternative := range conditionals(n) {
		arm := OpenArm{Node: n, Else: alternative}
		want := preproc.True
		if arm.Else {
			want = preproc.False
		}
		if m.Condition(n, true) == want || m.Condition(n, false) == want || isGuard(n) && !arm.Else {
			continue
		}
		for _, device := range []bool{true, false} {
			_, likely := m.ConditionLikely(n, device)
			arm.Likely = arm.Likely || preproc.TruthOf(likely) == want
		}
		arms = append(arms, arm)
	}
	return arms
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
func (m *Macros) Arms(file *ast.File) (dead, open []source.Span) {
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
		device, host := m.Condition(n, true), m.Condition(n, false)
		for _, arm := range []struct {
			span source.Span
			want preproc.Truth
		}{{then, preproc.True}, {otherwise, preproc.False}} {
			switch {
			case arm.span.Len() == 0 || device == arm.want || host == arm.want:
			case device != preproc.Undecided && host != preproc.Undecided:
				dead = append(dead, arm.span)
			case arm.want == preproc.False || !isGuard(n):
				open = append(open, arm.span)
			}
		}
	}
	return dead, open
}
