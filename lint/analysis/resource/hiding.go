package resource

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// hides adds a note to a leak of a local variable if it hides a variable of file
// scope that is released: the author has most likely meant that one.
func (r *reporter) hides(f *Finding, a *analysis) bool {
	v := a.f.variable(f.Handle, a.op(a.origin).Node)
	if v == nil || v.param >= 0 {
		return false
	}
	for _, hidden := range r.u.sema.Variables {
		if hidden.Name != f.Handle || hidden.Record != nil {
			continue
		}
		if call := r.u.releaseOf(hidden.Name); call.Valid() {
			f.Related = append(f.Related, Related{hidden.Node, fmt.Sprintf("the local %s hides the variable of the same name declared here, which is %s at line %d",
				f.Handle, past(f.Kind.Destroy), line(call))})
		}
		return true
	}
	return false
}

// releaseOf returns a call that releases a variable of file scope by its name.
func (u *checker) releaseOf(name string) ast.Node {
	for _, release := range u.kind.Release {
		for _, call := range u.sema.Calls(release) {
			args := arguments(call)
			if len(args) == 0 || !args[0].Is(ast.Identifier) || args[0].Text() != name {
				continue
			}
			if f := u.around(call); f != nil && f.variable(name, args[0]) == nil {
				return call
			}
		}
	}
	return ast.Node{}
}
