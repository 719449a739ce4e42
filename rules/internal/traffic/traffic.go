// Package traffic has what the rules about the addresses of lanes share: how they name an access,
// and how sure its figures are.
package traffic

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Confidence returns Likely if the figures of an access depend on an assumed block shape, on
// distances that the source does not determine, or if only some warps of the block were analysed.
// of is the range of the figure that the finding is about.
func Confidence(kernel *warp.Result, a *warp.Access, of warp.Range) lint.Confidence {
	if kernel.SomeWarps || a.Averaged || of.Known() || a.Pattern == warp.DataDependent || a.Block.Source == warp.FromLaunchBounds || a.Block.Source == warp.Assumed {
		return lint.Likely
	}
	return lint.Proven
}

// Subject names an access as the subject of a sentence: "each warp's load of p[i].x". An expression that
// does not name what it accesses, as in a function that gets a reference, is followed by the name.
func Subject(a *warp.Access) string {
	who := "each warp's"
	if a.Guarded {
		who = "a warp's"
	}
	text := Expression(a)
	if object := Object(a); !strings.Contains(text, object) && a.Object != "" {
		text += fmt.Sprintf(" (%s)", object)
	}
	return fmt.Sprintf("%s %s of %s", who, a.Kind, text)
}

// Object returns the name of what is accessed: of the pointer where that is a member of a lambda.
func Object(a *warp.Access) string {
	const closure = "lambda" // sema names the class so
	if a.Object != "" && a.Object != closure {
		return a.Object
	}
	for n := a.Node; n.Valid(); {
		switch n.Kind() {
		case ast.Identifier:
			return n.Text()
		case ast.SubscriptExpression, ast.FieldExpression, ast.PointerExpression:
			n = n.Child(ast.FieldArgument)
		default:
			return "the array"
		}
	}
	return "the array"
}

// Form returns the text of an access without its numbers and its member: what the accesses of
// neighbouring elements have in common. A number in a name stays.
func Form(n ast.Node) string {
	for n.Is(ast.FieldExpression) {
		n = n.Child(ast.FieldArgument)
	}
	name := false
	return strings.Map(func(r rune) rune {
		digit := unicode.IsDigit(r)
		name = unicode.IsLetter(r) || r == '_' || digit && name
		if digit && !name || unicode.IsSpace(r) || r == '+' {
			return -1
		}
		return r
	}, n.Text())
}

// Expression returns the text of an access in one line.
func Expression(a *warp.Access) string {
	const longest = 60
	text := OneLine(a.Node.Text())
	if len(text) > longest {
		return Object(a)
	}
	return text
}

// Number returns a mean as text: a whole number has no decimals, others have one.
func Number(x float64) string {
	if x == float64(int(x)) {
		return fmt.Sprint(int(x))
	}
	return fmt.Sprintf("%.1f", x)
}

// OneLine returns a text with single spaces in place of line ends and indentation.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
