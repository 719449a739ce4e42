package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// spellPlace spells a place as the source would.
func (f *function) spellPlace(place string) string {
	r := root(place)
	name := ""
	switch {
	case r == "this'":
		name = strings.TrimPrefix(place, "this'.")
		return strings.ReplaceAll(name, "'", "")
	case strings.HasPrefix(r, "g:"):
		name = strings.Trim(r, "g:'")
	default:
		if v := f.variableAt(r); v != nil {
			name = v.name
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
		v := f.variableAt(rest[j : i+1])
		if v == nil {
			break
		}
		rest = rest[:j] + v.name + rest[i+1:]
	}
	rest = strings.ReplaceAll(rest, "^.", "->")
	if v := f.variableAt(r); v != nil && v.reference() {
		rest = strings.Replace(strings.Replace(rest, "->", ".", 1), "^", "", 1)
	}
	if rest == "^" {
		return "*" + name
	}
	return short(strings.ReplaceAll(name+strings.ReplaceAll(rest, "^", ""), "'", ""))
}
