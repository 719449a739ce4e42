package follow

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A RemoteFunction is what is known of a function that another unit defines.
type RemoteFunction struct {
	Kind     string // of the resource
	Acquires []Output
	Effects  map[int]Effect // on handles that it is given, by parameter
}

// A FunctionKey names a function across units, a MethodKey a method of a class.
type (
	FunctionKey struct {
		Namespace, Name string
		Params          int // their number
	}
	MethodKey struct {
		Namespace, Class, Name string
		Params                 int
	}
)

// Others has the facts of the other units of a program.
type Others interface {
	// Functions returns the functions under a key, of all kinds.
	Functions(FunctionKey) []RemoteFunction
	// Releases reports whether another unit releases a member of this name.
	Releases(member string) bool
	// Defines reports whether another unit defines a method.
	Defines(MethodKey) bool
}

// KeyOf returns the key of a function.
func KeyOf(f *sema.Function) FunctionKey {
	return FunctionKey{f.Namespace, f.Name, len(f.Params)}
}

// Remote returns what is known of a function that is only declared in this unit, nil for
// nothing.
func (u *Unit) Remote(f *sema.Function) *RemoteFunction {
	if r, ok := u.remotes[f]; ok {
		return r
	}
	var found *RemoteFunction
	if u.Opts.Others != nil && u.Kind.MayHelp(f) {
		for _, r := range u.Opts.Others.Functions(KeyOf(f)) {
			if r.Kind == u.Kind.Name {
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

// declared is Remote for the callee of a call, by its name and the number of its arguments.
func (u *Unit) declared(name string, args int) *RemoteFunction {
	if u.Opts.Others == nil || name == "" {
		return nil
	}
	var found *RemoteFunction
	for _, f := range u.Sema.FunctionsNamed(name) {
		if len(f.Params) == args {
			if r := u.Remote(f); r != nil {
				found = r
			}
		}
	}
	return found
}
