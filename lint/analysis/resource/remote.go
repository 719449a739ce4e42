package resource

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A remote is what another unit has told of a function: what it acquires for its
// caller, and what it does to the handles that it is given.
type remote struct {
	kind    string // of the resource
	outs    []outward
	effects map[int]effect // by parameter
}

func functionKey(f *sema.Function) string {
	return fmt.Sprintf("function %s::%s/%d", f.Namespace, f.Name, len(f.Params))
}

// remote returns what another unit has told of a function that is only declared
// here, nil for nothing.
func (u *unit) remote(f *sema.Function) *remote {
	if r, ok := u.remotes[f]; ok {
		return r
	}
	var found *remote
	if u.opts.Ask != nil && u.kind.mayHelp(f) {
		for _, fact := range u.opts.Ask(functionKey(f)) {
			if r, ok := fact.(remote); ok && r.kind == u.kind.Name {
				if found != nil {
					found = nil // several of the name
					break
				}
				found = &r
			}
		}
	}
	u.remotes[f] = found
	return found
}

// declared returns what another unit has told of a function that is only declared here, by
// its name and the number of its arguments; nil for nothing.
func (u *unit) declared(name string, args int) *remote {
	if u.opts.Ask == nil || name == "" {
		return nil
	}
	var found *remote
	for _, f := range u.sema.FunctionsNamed(name) {
		if len(f.Params) == args {
			if r := u.remote(f); r != nil {
				found = r
			}
		}
	}
	return found
}
