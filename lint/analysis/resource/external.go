package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// external reports whether a place lives on after the function or has an owner:
// what it holds at the end does not leak here.
func (a *analysis) external(place string) bool {
	switch place[0] {
	case 'g', 't', '?':
		return true
	case 'r':
		return false
	case 'h':
		return strings.Contains(place, "^")
	}
	v := a.f.variableAt(place)
	if v == nil || v.static || strings.Contains(place, "^") {
		return true
	}
	rest, _ := covers(v.place(), place)
	return owned(v.typ, v.declared, rest)
}

// owned reports whether an object has, or may have, a destructor on the way to a
// part of it.
func owned(t *sema.Type, declared, rest string) bool {
	for rest != "" {
		if t == nil || !t.Known() || t.Kind == sema.Auto || t.Kind == sema.Builtin {
			return !plainType(declared) && (t == nil || !plainType(t.Name))
		}
		switch rest[0] {
		case '[':
			if t.Kind != sema.Array {
				return true
			}
			t, rest = t.Elem, rest[closing(rest, 0)+1:]
		case '.':
			end := strings.IndexAny(rest[1:], ".[^") + 1
			if end == 0 {
				end = len(rest)
			}
			if t.Kind != sema.RecordKind || t.Record == nil {
				return !plainType(t.Name)
			}
			if len(t.Record.Bases) > 0 || len(t.Record.MethodsNamed("~"+t.Record.Name)) > 0 {
				return true
			}
			field, ok := t.Record.FieldNamed(rest[1:end])
			if !ok {
				return true
			}
			t, rest, declared = field.Type, rest[end:], ""
		default:
			return true
		}
	}
	return false
}

// outlives reports whether the handle has a place at the end of a path that
// lives on, or that something which lives on points to.
func (a *analysis) outlives(st *state) bool {
	for _, p := range st.places {
		if a.external(p) {
			return true
		}
		for k, target := range st.points {
			_, inside := covers(target.to, p)
			if (inside || p[0] == 'h' && root(target.to) == root(p)) && a.external(k) {
				return true
			}
		}
	}
	return false
}
