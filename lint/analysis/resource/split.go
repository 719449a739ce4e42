package resource

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// splitArguments is for arguments of a call that stand under an #if in the middle
// of the list: the tree has them only where the whole list parses with them. Where
// they can be compiled, a launch uses the handle, and any other call takes it out
// of sight.
func (a *analysis) splitArguments(by ir.ID, st *state) {
	call := a.op(by).Node
	file := call.File()
	if len(file.Inactive) == 0 || st.status != live && st.status != gone {
		return
	}
	launch := call.ChildOf(ast.KernelCallSyntax).Valid()
	span := call.Span()
	for _, arm := range file.Inactive {
		if arm.Start < span.Start || arm.End > span.End {
			continue
		}
		for _, name := range words(file.Source.Slice(arm)) {
			v := a.f.variable(name, call)
			if v == nil || !a.held(st, v.place()) || !a.compiled(call, arm.Start, st) {
				continue
			}
			if launch {
				a.use(st, a.at(st, v.place()), by)
			} else {
				a.escape(st)
			}
			return
		}
	}
}

// noteSplit adds the keys of the #ifs in the middle of a node that the tree does
// not have.
func noteSplit(asked map[string]bool, n ast.Node) {
	if !n.Valid() || len(n.File().Repairs) == 0 {
		return
	}
	for _, line := range strings.Split(n.Text(), "\n") {
		if directive, ok := strings.CutPrefix(strings.TrimSpace(line), "#"); ok {
			if key, _ := armOf(strings.TrimSpace(directive)); key != "" {
				asked[key] = true
			}
		}
	}
}

// words returns the identifiers in a text.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r > 127 || !source.WordByte(byte(r)) })
}

// leftOut reports whether an argument that the tree has stands in an arm of an #if
// in the middle of a call that is not compiled on a path.
func (a *analysis) leftOut(call, argument ast.Node, st *state) bool {
	if call.File() != argument.File() || len(call.File().Repairs) == 0 {
		return false
	}
	start := argument.Span().Start
	directive, _ := opening(call.File().Source.Slice(source.Span{Start: call.Span().Start, End: start}))
	return directive != "" && !a.compiled(call, start, st)
}

// compiled reports whether the arm of an #if inside of a call that begins at an
// offset is known to be compiled on a path, at least with some macros defined.
func (a *analysis) compiled(call ast.Node, start int, st *state) bool {
	file := call.File()
	directive, inverse := opening(file.Source.Slice(source.Span{Start: call.Span().Start, End: start}))
	key, negated := armOf(directive)
	if key == "" {
		return false
	}
	want := negated == inverse // the value of what the key names
	if have, ok := st.facts[key]; ok {
		return have.isZero() != want
	}
	// What the tree has of the same condition says whether it is decided.
	for i := range file.Len() {
		n := file.At(i)
		if !n.Is(ast.PreprocIf, ast.PreprocIfdef) || armName(n) != key {
			continue
		}
		truth := a.f.unit.sema.Condition(n, false)
		if truth != sema.True && truth != sema.False {
			return true
		}
		return (truth == sema.True != armNegated(n)) == want
	}
	return false
}

// opening returns the directive of the #if whose arm the end of a text is in, ""
// for none and for an #elif; inverse is set in its #else.
func opening(text string) (directive string, inverse bool) {
	depth := 0
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		rest, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "#")
		if !ok {
			continue
		}
		rest = strings.TrimSpace(rest)
		switch {
		case strings.HasPrefix(rest, "endif"):
			depth++
		case strings.HasPrefix(rest, "if") && depth > 0:
			depth--
		case depth > 0:
		case strings.HasPrefix(rest, "elif"):
			return "", false
		case strings.HasPrefix(rest, "else"):
			inverse = !inverse
		case strings.HasPrefix(rest, "if"):
			return rest, inverse
		}
	}
	return "", false
}

// armOf returns the key of a directive, as armName and armNegated do of a node.
func armOf(directive string) (key string, negated bool) {
	if i := strings.Index(directive, "//"); i >= 0 {
		directive = directive[:i]
	}
	for _, form := range []string{"ifndef", "ifdef", "if"} {
		if rest, ok := strings.CutPrefix(directive, form); ok && (rest == "" || !source.WordByte(rest[0])) {
			rest = strings.Join(strings.Fields(rest), " ")
			inner, not := strings.CutPrefix(rest, "!defined")
			return armKey(rest), form == "ifndef" || form == "if" && not && !strings.ContainsAny(inner, "&|!")
		}
	}
	return "", false
}
