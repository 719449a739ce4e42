package body

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// Outlives reports whether a place lives on after the function or has an owner: a handle in
// it at the end does not leak.
func (f *Function) Outlives(place string) bool {
	switch place[0] {
	case 'g', 't', '?':
		return true
	case 'r':
		return false
	case 'h':
		return strings.Contains(place, "^")
	}
	v := f.VariableAt(place)
	if v == nil || v.Static || strings.Contains(place, "^") {
		return true
	}
	rest, _ := state.Covers(v.Place(), place)
	return Owned(v.Typ, v.Declared, rest)
}

// Owned reports whether an object, or a member on the path to a part of it, has or may have a
// destructor.
func Owned(t *sema.Type, declared, rest string) bool {
	for rest != "" {
		if t == nil || !t.Known() || t.Kind == sema.Auto || t.Kind == sema.Builtin {
			return !handle.PlainType(declared) && (t == nil || !handle.PlainType(t.Name))
		}
		switch rest[0] {
		case '[':
			if t.Kind != sema.Array {
				return true
			}
			t, rest = t.Elem, rest[state.ClosingBracket(rest, 0)+1:]
		case '.':
			end := strings.IndexAny(rest[1:], ".[^") + 1
			if end == 0 {
				end = len(rest)
			}
			if t.Kind != sema.RecordKind || t.Record == nil {
				return !handle.PlainType(t.Name)
			}
			if len(t.Record.Bases) > 0 || len(sema.MethodsNamed(t.Record, "~"+t.Record.Name)) > 0 {
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

// HandleOutlives reports whether the handle has a place at the end of a path that
// lives on, or that something which lives on points to.
func (f *Function) HandleOutlives(st *state.State) bool {
	for _, p := range st.Places {
		if f.Outlives(p) {
			return true
		}
		for k, target := range st.Points {
			_, inside := state.Covers(target.To, p)
			if (inside || p[0] == 'h' && state.Root(target.To) == state.Root(p)) && f.Outlives(k) {
				return true
			}
		}
	}
	return false
}
