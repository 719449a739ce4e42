package repair

import (
	"sort"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxInsertions limits the number of insertions into one text.
const maxInsertions = 500

// insertions returns insertions near errors, in source order: (a = 1, b) becomes
// ((a = 1), b), A<b::C<D>> becomes A<typename b::C<D>>, a launch without arguments,
// (k<<<grid, block>>>), gets an empty list, and a >>> that ends template arguments is split.
func (v *View) insertions() []source.Replacement {
	var out []source.Replacement
	for i := range v.nearby() {
		if len(out) >= maxInsertions {
			break
		}
		out = append(out, v.typeArgument(i)...)
		switch v.word(i) {
		case "(":
			out = append(out, v.assignments(i)...)
		case ">>>":
			if next := v.word(i + 1); (next == ")" || next == ",") && v.configures(i) {
				out = append(out, insert(v.tokens[i].End(), "()"))
			} else if !v.configures(i) {
				for at := v.tokens[i].Start() + 1; at <= v.tokens[i].End(); at++ {
					out = append(out, insert(at, " "))
				}
			}
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Span.Start < out[b].Span.Start })
	return out
}

// insert returns the replacement that adds text at an offset.
func insert(at int, text string) source.Replacement {
	return source.Replacement{Span: source.Span{Start: at, End: at}, Pieces: []source.Piece{{Text: text, From: -1}}}
}

// configures reports whether token i ends the configuration of a launch.
func (v *View) configures(i int) bool {
	for k := i - 1; k > 0 && k > i-maxAngles && v.spend(); k-- {
		switch v.word(k) {
		case ")", "]", "}":
			if v.match[k] < 0 {
				return false
			}
			k = int(v.match[k])
		case "<<<":
			return true
		case "(", "[", "{", ";":
			return false
		}
	}
	return false
}

// assignments puts parentheses around each assignment in the list that token open begins, but
// for the last element. Argument lists of calls stay.
func (v *View) assignments(open int) []source.Replacement {
	end := v.closing(open)
	if end < 0 || v.is(open-1, word) && !valueFollows[v.word(open-1)] || v.word(open-1) == ")" || v.word(open-1) == "]" || v.word(open-1) == ">" {
		return nil
	}
	var out []source.Replacement
	begin, assigns := v.tokens[open].End(), false // of the element
	for k := open + 1; k < end && v.spend(); k++ {
		if c := v.closing(k); c > 0 {
			k = c
			continue
		}
		if v.word(k) == ";" {
			return nil // statements
		}
		if v.word(k) != "," {
			assigns = assigns || v.assigns(k)
			continue
		}
		if assigns {
			out = append(out, insert(begin, "("), insert(v.tokens[k].Start(), ")"))
		}
		begin, assigns = v.tokens[k].End(), false
	}
	return out
}

// typeArgument inserts typename before a template argument at token i that has arguments of
// its own, a::B<C>: with several of them, the grammar takes them for comparisons.
func (v *View) typeArgument(i int) []source.Replacement {
	if p := v.word(i - 1); p != "<" && p != "," || !v.name(i) {
		return nil
	}
	last := i
	for v.word(last+1) == "::" && v.name(last+2) {
		last += 2
	}
	if v.word(last+1) != "<" || strings.HasSuffix(v.word(last), "_v") { // a value, by convention
		return nil
	}
	end := v.angles(last + 1)
	if next := v.word(end + 1); end == last+1 || v.word(end) == ">" && next != "," && next != ">" && next != ">>>" {
		return nil
	}
	if angle := v.openAngle(i); angle < 1 || !v.name(angle-1) || v.angles(angle) < end {
		return nil
	}
	return []source.Replacement{insert(v.tokens[i].Start(), "typename ")}
}

// openAngle returns the < of the template arguments around token i, -1 for none.
func (v *View) openAngle(i int) int {
	level := 0
	for k := i - 1; k > 0 && k > i-maxAngles && v.spend(); k-- {
		switch v.word(k) {
		case "<":
			if level == 0 {
				return k
			}
			level--
		case ">":
			level++
		case ">>>":
			level += 3
		case ")", "]", "}":
			if v.match[k] < 0 {
				return -1
			}
			k = int(v.match[k])
		case "(", "[", "{", ";":
			return -1
		}
	}
	return -1
}

// valueFollows are words that an operand may follow.
var valueFollows = set("return", "co_return", "co_yield", "throw", "case", "and", "or", "not", "else", "do")

// assigns reports whether token k is the = of an assignment.
func (v *View) assigns(k int) bool {
	if v.word(k) != "=" || v.touches(k, "=") {
		return false
	}
	if k == 0 || !v.touches(k-1, "=") {
		return true
	}
	switch p := v.word(k - 1); p {
	case "=", "!":
		return false
	case "<", ">":
		return k > 1 && v.touches(k-2, p) // <<=
	}
	return true
}

// merged returns replacements and insertions, both in source order, as one list without
// insertions inside replaced spans.
func merged(replaced, inserted []source.Replacement) []source.Replacement {
	out := make([]source.Replacement, 0, len(replaced)+len(inserted))
	for len(replaced) > 0 || len(inserted) > 0 {
		switch {
		case len(inserted) == 0 || len(replaced) > 0 && replaced[0].Span.Start < inserted[0].Span.Start:
			out, replaced = append(out, replaced[0]), replaced[1:]
		case len(out) > 0 && inserted[0].Span.Start < out[len(out)-1].Span.End:
			inserted = inserted[1:]
		default:
			out, inserted = append(out, inserted[0]), inserted[1:]
		}
	}
	return out
}
