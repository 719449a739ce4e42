package body

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// OpenIf returns the directive of the #if whose arm the end of a text is in, ""
// for none and for an #elif; inverse is set in its #else.
func OpenIf(text string) (directive string, inverse bool) {
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

// ArmOfDirective returns the key of a directive, as ArmName and ArmNegated do of a node.
func ArmOfDirective(directive string) (key string, negated bool) {
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

// ArmName is the key of an #if: directives with equal conditions have equal keys.
func ArmName(n ast.Node) string {
	text := n.Child(ast.FieldCondition).Text()
	if name := n.Child(ast.FieldName); name.Valid() {
		text = name.Text()
	}
	return armKey(text)
}

func armKey(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if rest, ok := strings.CutPrefix(text, "defined"); ok && !strings.ContainsAny(rest, "&|!") {
		text = strings.Trim(rest, " ()")
	} else if rest, ok := strings.CutPrefix(text, "!defined"); ok && !strings.ContainsAny(rest, "&|!") {
		text = strings.Trim(rest, " ()")
	}
	b := []byte("#" + text)
	for i, c := range b {
		if i > 0 && !source.WordByte(c) {
			b[i] = '_'
		}
	}
	return string(b)
}

// ArmNegated reports whether the arm of an #if is compiled where what ArmName
// names does not hold.
func ArmNegated(n ast.Node) bool {
	if n.Child(ast.FieldName).Valid() {
		// #ifndef and #ifdef differ in the directive only.
		return strings.HasPrefix(strings.Join(strings.Fields(n.Text()[:min(len(n.Text()), 40)]), ""), "#ifndef") ||
			strings.HasPrefix(n.Text(), "#elifndef")
	}
	text := strings.Join(strings.Fields(n.Child(ast.FieldCondition).Text()), " ")
	rest, ok := strings.CutPrefix(text, "!defined")
	return ok && !strings.ContainsAny(rest, "&|!")
}
