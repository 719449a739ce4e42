package resource

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// hides adds a note to a leak of a local variable if it hides a variable of file
// scope that is released: the author has most likely meant that one.
func (r *reporter) hides(f *Finding, a *follow.Analysis) bool {
	v := a.Function.Variable(f.Handle, a.Function.Code.Op(a.Origin).Node)
	if v == nil || v.Param >= 0 {
		return false
	}
	for _, hidden := range r.u.Sema.Variables {
		if hidden.Name != f.Handle || hidden.Record != nil {
			continue
		}
		if call := r.u.releaseOf(hidden.Name); call.Valid() {
			f.Related = append(f.Related, Related{hidden.Node, fmt.Sprintf("the local %s hides the variable of the same name declared here, which is %s at line %d",
				f.Handle, handle.PastTense(f.Kind.Destroy), body.Line(call))})
		}
		return true
	}
	return false
}

// releaseOf returns a call that releases a variable of file scope by its name.
func (u *checker) releaseOf(name string) ast.Node {
	for _, release := range u.Kind.Release {
		for _, call := range u.Sema.Calls(release) {
			args := body.Arguments(call)
			if len(args) == 0 || !args[0].Is(ast.Identifier) || args[0].Text() != name {
				continue
			}
			if f := u.Around(call); f != nil && f.Variable(name, args[0]) == nil {
				return call
			}
		}
	}
	return ast.Node{}
}
