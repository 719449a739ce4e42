package kernelname

import (
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Of returns the name of a kernel, with those template arguments and parameter types that
// are known.
func Of(f *sema.Function, launch *sema.Launch) Name {
	n := Name{Base: f.Name}
	for _, part := range strings.Split(f.Namespace, "::") {
		if part != "" {
			n.Qualifiers = append(n.Qualifiers, part)
		}
	}
	var bindings *sema.Bindings
	if launch != nil {
		bindings = launch.Bindings
	}
	for i, p := range f.TemplateParams {
		arg, _ := bindings.Lookup(p.Name)
		if p.Pack {
			break // the arguments behind it cannot be told apart
		}
		if i < len(f.Specialization) {
			arg = f.Specialization[i]
		}
		n.Args = append(n.Args, argumentText(arg))
	}
	n.Params = []string{}
	scope := f.Scope
	if bindings != nil {
		scope = scope.With(bindings)
	}
	for _, p := range f.Params {
		if p.Pack {
			n.Params = nil
			break
		}
		n.Params = append(n.Params, typeText(scope.ParamType(p)))
	}
	return n
}

// argumentText returns a template argument as profilers write it, "" where it is
// not known.
func argumentText(a sema.TemplateArg) string {
	switch {
	case a.Const.Known() && a.Const.Type.Kind != sema.Float:
		return strconv.FormatInt(a.Const.Int, 10)
	case a.Type != nil:
		return typeText(a.Type)
	}
	return ""
}

// typeText returns a type as profilers write it, as far as its names go.
func typeText(t *sema.Type) string {
	const deepest = 8 // pointers to pointers
	suffix := ""
	for range deepest {
		switch {
		case t == nil:
			return ""
		case t.Kind == sema.Pointer:
			suffix = " *" + suffix
		case t.Kind == sema.Reference:
			suffix = " &" + suffix
		default:
			return t.Name + suffix
		}
		t = t.Elem
	}
	return ""
}
