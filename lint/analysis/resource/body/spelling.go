package body

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// SpellPlace spells a place as the source would.
func (f *Function) SpellPlace(place string) string {
	r := state.Root(place)
	name := ""
	switch {
	case r == "this'":
		name = strings.TrimPrefix(place, "this'.")
		return strings.ReplaceAll(name, "'", "")
	case strings.HasPrefix(r, "g:"):
		name = strings.Trim(r, "g:'")
	default:
		if v := f.VariableAt(r); v != nil {
			name = v.Name
		} else {
			return ""
		}
	}
	rest := place[len(r):]
	for strings.Contains(rest, "v") && strings.Contains(rest, "'") {
		i := strings.IndexByte(rest, '\'')
		j := i
		for j > 0 && source.WordByte(rest[j-1]) {
			j--
		}
		v := f.VariableAt(rest[j : i+1])
		if v == nil {
			break
		}
		rest = rest[:j] + v.Name + rest[i+1:]
	}
	rest = strings.ReplaceAll(rest, "^.", "->")
	if v := f.VariableAt(r); v != nil && v.Reference() {
		rest = strings.Replace(strings.Replace(rest, "->", ".", 1), "^", "", 1)
	}
	if rest == "^" {
		return "*" + name
	}
	return Shorten(strings.ReplaceAll(name+strings.ReplaceAll(rest, "^", ""), "'", ""))
}
