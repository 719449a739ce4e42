package sema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// wantsCallers reports whether the callers of a function may tell more about a
// launch in it.
func (l *launcher) wantsCallers(launch *Launch, fn *Function) bool {
	if len(fn.Params) == 0 && len(fn.TemplateParams) == 0 || fn.Name == "main" || fn.Name == "" {
		return false
	}
	if len(launch.Kernels) == 0 {
		return true
	}
	for i := range 3 {
		if launch.Block[i] == 0 || launch.Grid[i] == 0 {
			return true
		}
	}
	for _, k := range launch.Kernels {
		for _, p := range k.TemplateParams {
			if launch.Bindings == nil || !launch.Bindings.Args[p.Name].Known() {
				return true
			}
		}
	}
	for _, a := range launch.Args {
		if !a.Value.Known() && (a.Type == nil || a.Type.Object().Arithmetic()) {
			return true
		}
	}
	return false
}

// variants evaluates a launch once for every way its function is called, and
// joins those that say the same.
func (l *launcher) variants(n ast.Node, parts launchParts, fn *Function) []*Launch {
	frames := l.frames(fn, 0).frames
	if len(frames) == 0 || len(frames) > fn.maxFrames() {
		return nil
	}
	if used := slices.DeleteFunc(slices.Clone(frames), (*frame).unused); len(used) > 0 {
		frames = used
	}
	var out []*Launch
	index := map[string]*Launch{}
	callables := 0
	for _, fr := range frames {
		own := *fr // its assumptions are those of this launch
		launch := l.evaluate(n, parts, &own)
		key := launch.key()
		if same := index[key]; same != nil {
			same.merge(launch)
			continue
		}
		if launch.PassesLambda() {
			if callables++; callables > maxCallables {
				continue
			}
		} else if len(out)-callables >= maxVariants {
			return nil
		}
		index[key] = launch
		out = append(out, launch)
	}
	return out
}

// maxFrames returns the limit on the call paths to a function that are followed.
func (f *Function) maxFrames() int {
	if len(f.TemplateParams) > 0 {
		return maxTemplateFrames
	}
	return maxFrames
}

// PassesLambda reports whether a template argument of the kernel is the class of a lambda
// expression.
func (launch *Launch) PassesLambda() bool {
	if launch.Bindings == nil {
		return false
	}
	for _, a := range launch.Bindings.Args {
		if a.Type != nil && a.Type.Record != nil && a.Type.Record.closure != nil {
			return true
		}
	}
	return false
}

// unused reports whether the outermost function of a call path is a template whose
// arguments are not known: nothing in the unit instantiates it.
func (fr *frame) unused() bool {
	for fr.caller != nil {
		fr = fr.caller
	}
	return fr.flow.generic() && fr.bindings == nil
}

// key names what tells one launch of a place from another.
func (launch *Launch) key() string {
	var b strings.Builder
	for _, k := range launch.Kernels {
		fmt.Fprintf(&b, "%p ", k)
		if launch.Bindings != nil {
			for _, p := range k.TemplateParams {
				a := launch.Bindings.Args[p.Name]
				b.WriteString(argsName([]TemplateArg{a}) + ",")
				if a.Type != nil && a.Type.Record != nil && a.Type.Record.closure != nil {
					fmt.Fprintf(&b, "%p", a.Type.Record) // all closure classes have the same name
				}
			}
		}
	}
	fmt.Fprint(&b, launch.Block)
	return b.String()
}

// merge keeps of a launch what another one says, too.
func (launch *Launch) merge(other *Launch) {
	for i := range 3 {
		if launch.Grid[i] != other.Grid[i] {
			launch.Grid[i] = 0
		}
	}
	if launch.SharedBytes != other.SharedBytes {
		launch.SharedBytes = -1
	}
	for i := range launch.Args {
		if i >= len(other.Args) {
			break
		}
		a, b := launch.Args[i].Value, other.Args[i].Value
		if a.Known() && (!b.Known() || a.Int != b.Int || a.Float != b.Float) {
			launch.Args[i].Value = Const{}
		}
	}
}

// callsOf returns the calls that may be to a function, by name.
func (u *Unit) callsOf(fn *Function) []ast.Node {
	if calls := u.callsNamed(fn.Name); len(calls) <= fn.maxFrames() {
		return calls
	}
	return nil
}
