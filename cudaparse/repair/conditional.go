package repair

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A group is one #if ... #endif.
type group struct {
	marks  []int // token indexes of the directives: #if, #elif..., #else, #endif
	parent int   // index of the enclosing group, or -1
}

// maxGroupDepth limits the nesting of conditionals. With more, none is repaired.
const maxGroupDepth = 64

// arm returns the index of the arm of a group that is compiled, -1 for none.
func (v *View) arm(g group) int {
	for k, m := range g.marks[:len(g.marks)-1] {
		if v.outside != nil && v.outside.Arm(v.tokens[m].Start()) {
			return k
		}
	}
	return -1
}

// groups returns all complete conditional groups, outer ones before inner ones.
func (v *View) groups() []group {
	var all []group
	var open []int
	for i, t := range v.tokens {
		if t.Kind != directive {
			continue
		}
		switch keyword, _ := preproc.SplitDirective(v.text[t.Start():t.End()]); keyword {
		case "if", "ifdef", "ifndef":
			parent := -1
			if len(open) > maxGroupDepth {
				return nil
			}
			if len(open) > 0 {
				parent = open[len(open)-1]
			}
			all = append(all, group{marks: []int{i}, parent: parent})
			open = append(open, len(all)-1)
		case "elif", "else", "elifdef", "elifndef":
			if len(open) > 0 {
				g := &all[open[len(open)-1]]
				g.marks = append(g.marks, i)
			}
		case "endif":
			if len(open) > 0 {
				g := &all[open[len(open)-1]]
				g.marks = append(g.marks, i)
				open = open[:len(open)-1]
			}
		}
	}
	// A group without #endif is not repaired.
	for _, i := range open {
		all[i].marks = nil
	}
	return all
}

// conditionals chooses one arm of every conditional that splits a construct, and blanks the
// directives and the other arms. With near, it takes all conditionals close to an error
// instead.
func (v *View) conditionals(near bool) {
	all := v.groups()
	done := make([]bool, len(all))
	for i, g := range all {
		if len(g.marks) < 2 {
			continue
		}
		if g.parent >= 0 && done[g.parent] {
			done[i] = true // if it is still there, the next round takes it
			continue
		}
		if near && !(v.groupNear(g) && !v.isGuard(g)) || !near && !v.splits(g) {
			continue
		}
		done[i] = true
		arm := v.arm(g)
		if arm < 0 && v.opensAlike(g) {
			arm = 0
		}
		v.choose(g, arm)
	}
}

// opensAlike reports whether all arms of a group open the same number of braces, at least
// one, so that the code after it needs one of them.
func (v *View) opensAlike(g group) bool {
	depth := 0
	for k := 0; k+1 < len(g.marks); k++ {
		d := 0
		for i := g.marks[k] + 1; i < g.marks[k+1] && v.spend(); i++ {
			switch v.word(i) {
			case "{":
				d++
			case "}":
				d--
			}
		}
		if d < 1 || k > 0 && d != depth {
			return false
		}
		depth = d
	}
	return len(g.marks) > 2
}

func (v *View) groupNear(g group) bool {
	for _, m := range g.marks {
		if v.isNear(m) {
			return true
		}
	}
	return false
}

// isGuard reports whether a group is an include guard.
func (v *View) isGuard(g group) bool {
	first, last := g.marks[0], g.marks[len(g.marks)-1]
	if len(g.marks) != 2 || last-first < 4 {
		return false
	}
	keyword, name := preproc.SplitDirective(v.text[v.tokens[first].Start():v.tokens[first].End()])
	if keyword != "ifndef" || !v.is(first+1, directive) {
		return false
	}
	define, rest := preproc.SplitDirective(v.text[v.tokens[first+1].Start():v.tokens[first+1].End()])
	return define == "define" && len(rest) >= len(name) && rest[:len(name)] == name && first < 3
}

// choose blanks the directives of a group and all its arms but one (-1: all).
func (v *View) choose(g group, arm int) {
	for k, m := range g.marks {
		v.blankTokens(m, m, ast.Conditional, 0)
		if k < len(g.marks)-1 && k != arm {
			first, last := m+1, g.marks[k+1]-1
			if first <= last {
				v.blankTokens(first, last, ast.Conditional, 0)
				v.edits[len(v.edits)-1].Inactive = true
			}
		}
	}
}

// splits reports whether a group splits a construct: the group is inside of a declaration or
// statement, or an arm has a part of one.
func (v *View) splits(g group) bool {
	first, last := g.marks[0], g.marks[len(g.marks)-1]
	if v.scopes[first] == listScope && !v.inEnum(first) {
		return true
	}
	if v.isGuard(g) {
		return false
	}
	before, after := v.significant(first-1, -1), v.significant(last+1, 1)
	switch w := v.word(before); {
	case before < 0, w == ";", w == "{", w == "}":
	case w == ":":
		// A label, an access specifier; or a constructor's initializers.
	case w == ")":
		// The head of a statement, or a macro call without its semicolon.
		if open := int(v.match[before]); open > 0 {
			switch v.word(open - 1) {
			case "if", "for", "while", "switch":
				return true
			}
			if v.scopes[before] != codeScope && v.word(after) == "{" {
				return true
			}
		}
	default:
		if !v.isLoneMacro(before) {
			return true
		}
	}
	for k := 0; k+1 < len(g.marks); k++ {
		if v.armSplits(g.marks[k]+1, g.marks[k+1], after) {
			return true
		}
	}
	return false
}

// isLoneMacro reports whether word i is a statement or declaration by itself.
func (v *View) isLoneMacro(i int) bool {
	return v.name(i) && isCapital(v.word(i)) && v.lineBreak(i) && (i == 0 || v.lineBreak(i-1))
}

// armSplits reports whether the tokens [first, end) have a part of a declaration or
// statement. after is the token that follows the group.
func (v *View) armSplits(first, end, after int) bool {
	start, last := v.significant(first, 1), v.significant(end-1, -1)
	if start >= end || start < 0 || last < first {
		return false
	}
	depth := 0
	for i := first; i < end; i++ {
		if !v.is(i, mark) {
			continue
		}
		switch v.word(i) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				return true
			}
		}
	}
	if depth != 0 {
		return true
	}
	switch v.word(start) {
	case "else", "catch", ",", ")", "||", "&&", "|", "&", "+", "?", ":", "=", "{":
		return v.word(start) != "{" || v.scopes[start] != codeScope
	}
	switch w := v.word(last); w {
	case ";", "{":
		return false
	case "}":
		return v.word(after) == "else" || v.word(after) == "catch"
	case ":":
		return false
	case ")":
		switch v.word(after) {
		case "{", ";", ",", ")":
			return true
		}
		if open := int(v.match[last]); open > 0 {
			switch v.word(open - 1) {
			case "if", "for", "while", "switch", "else":
				return true
			}
		}
		return false
	default:
		return !v.isLoneMacro(last)
	}
}

// inEnum reports whether token i is in the braces of an enum, where the grammar accepts
// conditionals.
func (v *View) inEnum(i int) bool {
	for k, steps := i-1, 0; k >= 0 && steps < 1000; k, steps = k-1, steps+1 {
		switch v.word(k) {
		case "}", ")", "]":
			if v.match[k] >= 0 {
				k = int(v.match[k])
			}
		case "{":
			for head := k - 1; head >= 0 && head > k-6; head-- {
				if v.word(head) == "enum" {
					return true
				}
			}
			return false
		case "(", "[":
			return false
		}
	}
	return false
}

// significant returns the index of the first token that is not a directive, going from i by
// step; -1 or len(tokens) for none.
func (v *View) significant(i, step int) int {
	for i >= 0 && i < len(v.tokens) && v.tokens[i].Kind == directive {
		i += step
	}
	return i
}
