package follow

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A FunctionFact is the exported fact of a function: what it acquires for its caller, and what
// it does to the handles that it is given.
type FunctionFact struct {
	Kind    string // of the resource
	Outputs []Output
	Effects map[int]Effect // by parameter
}

// FunctionKey returns the key under which the fact of a function is exported.
func FunctionKey(f *sema.Function) string {
	return fmt.Sprintf("function %s::%s/%d", f.Namespace, f.Name, len(f.Params))
}

// FactOf returns the fact of a function that is only declared in this unit, nil for none.
func (u *Unit) FactOf(f *sema.Function) *FunctionFact {
	if r, ok := u.functionFacts[f]; ok {
		return r
	}
	var found *FunctionFact
	if u.Opts.Ask != nil && u.Kind.MayHelp(f) {
		for _, fact := range u.Opts.Ask(FunctionKey(f)) {
			if r, ok := fact.(FunctionFact); ok && r.Kind == u.Kind.Name {
				if found != nil {
					found = nil // several of the name
					break
				}
				found = &r
			}
		}
	}
	u.functionFacts[f] = found
	return found
}

// declared returns the fact of a function that is only declared in this unit, by its name and
// the number of its arguments; nil for none.
func (u *Unit) declared(name string, args int) *FunctionFact {
	if u.Opts.Ask == nil || name == "" {
		return nil
	}
	var found *FunctionFact
	for _, f := range u.Sema.FunctionsNamed(name) {
		if len(f.Params) == args {
			if r := u.FactOf(f); r != nil {
				found = r
			}
		}
	}
	return found
}
