package follow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// splitArguments is for arguments of a call that stand under an #if in the middle of the list: the
// tree has them only where the whole list parses with them. Where they can be compiled, a launch
// uses the handle, and any other call passes it to code out of sight.
func (r *blockRun) splitArguments(by ir.ID, st *state.State) {
	call := r.op(by).Node
	file := call.File()
	if len(file.Inactive) == 0 || st.Status != state.Live && st.Status != state.Released {
		return
	}
	launch := call.ChildOf(ast.KernelCallSyntax).Valid()
	span := call.Span()
	for _, arm := range file.Inactive {
		if arm.Start < span.Start || arm.End > span.End {
			continue
		}
		for _, name := range body.Words(file.Source.Slice(arm)) {
			v := r.Function.Variable(name, call)
			if v == nil || !st.HoldsIn(v.Place()) || !r.compiled(call, arm.Start, st) {
				continue
			}
			if launch {
				r.use(st, st.At(v.Place()), by)
			} else {
				r.escape(st)
			}
			return
		}
	}
}

// leftOut reports whether an argument that the tree has stands in an arm of an #if
// in the middle of a call that is not compiled on a path.
func (r *blockRun) leftOut(call, argument ast.Node, st *state.State) bool {
	if call.File() != argument.File() || len(call.File().Repairs) == 0 {
		return false
	}
	start := argument.Span().Start
	directive, _ := body.OpenIf(call.File().Source.Slice(source.Span{Start: call.Span().Start, End: start}))
	return directive != "" && !r.compiled(call, start, st)
}

// compiled reports whether the arm of an #if inside of a call that begins at an
// offset is known to be compiled on a path, at least with some macros defined.
func (r *blockRun) compiled(call ast.Node, start int, st *state.State) bool {
	file := call.File()
	directive, inverse := body.OpenIf(file.Source.Slice(source.Span{Start: call.Span().Start, End: start}))
	key, negated := body.ArmOfDirective(directive)
	if key == "" {
		return false
	}
	want := negated == inverse // the value of what the key names
	if have, ok := st.Facts[key]; ok {
		return have.IsZero() != want
	}
	// The directives of the same condition in the tree say whether it is decided.
	for i := range file.Len() {
		n := file.At(i)
		if !n.Is(ast.PreprocIf, ast.PreprocIfdef) || body.ArmName(n) != key {
			continue
		}
		truth := r.Unit.Sema.Condition(n, false)
		if truth != preproc.True && truth != preproc.False {
			return true
		}
		return (truth == preproc.True != body.ArmNegated(n)) == want
	}
	return false
}
