// Package parameter gives functions of device code more parameters, and passes
// arguments for them at every call and every launch of a program: the values that
// device functions take from file scope come from the host instead.
package parameter

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// An Env is the program.
type Env interface {
	// Mentioning returns every unit that has one of some identifiers in its text or
	// that of a file that it includes; all is false where some are missing. A unit
	// is the same object each time.
	Mentioning(names ...string) (units []*sema.Unit, all bool)
	// Host returns what host code of a unit passes to kernels.
	Host(u *sema.Unit) *host.Analysis
	// Edit returns an edit of a file of a unit.
	Edit(u *sema.Unit, file *ast.File, span source.Span, text string) fixes.Edit
}

// A User is a function of device code that uses a value.
type User struct {
	Unit     *sema.Unit
	Function *sema.Function
}

// A Need is one value that device functions need and that the host has.
type Need struct {
	// Type and Name are those of the parameter: "cudaTextureObject_t", "tex".
	Type, Name string
	// Other is the name to use in a function in which Name means something else; ""
	// makes such a function a problem.
	Other string
	// Users are the functions that use the value themselves. They get the parameter,
	// and so do the functions that call them, up to the kernels.
	Users []User
	// Argument returns what host code passes at a call or a launch; ok is false
	// where it has no such value. at is the call, or the invocation of the macro
	// whose text has the call.
	Argument func(u *sema.Unit, at ast.Node) (expression string, ok bool)
	// Condition are the directives, "#ifdef X", around the declaration that the value
	// comes from, where nothing in sight decides them, the outermost first. What is
	// inserted is put under the same ones.
	Condition []string
}

// A Problem says why a need is not met, or what may be wrong where it is.
type Problem struct {
	// Need is the index of the need.
	Need int
	// Note is set where the need is met, but only under an assumption about code out of sight.
	Note bool
	// Path is the path of a source as the unit knows it; Line is 1-based.
	Path         string
	Offset, Line int
	// Reason is one clause in plain words.
	Reason string
}

// A Result holds the edits that meet some needs.
type Result struct {
	// Edits are those of the needs that are met, for all files of the program, each
	// once.
	Edits []fixes.Edit
	// Problems are in the order of the needs, then of places. A need with one that is
	// no Note has no part in Edits.
	Problems []Problem

	bad []bool
}

// OK reports whether a need is met.
func (r *Result) OK(need int) bool { return !r.bad[need] }

// Thread returns the edits that give every function which needs a value a parameter
// for it, and every call and launch of such a function an argument. Needs that are
// not met give problems and no edits.
func Thread(env Env, needs []Need) *Result {
	return thread(env, needs).result()
}

// thread finds the functions that get each value and the names of their parameters.
func thread(env Env, needs []Need) *threader {
	t := newThreader(env, needs)
	t.discover()
	t.propagate()
	t.chooseNames()
	return t
}
