package repair

import (
	"bytes"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// oddities replaces rare constructs that the grammar lacks.
func (v *View) oddities() {
	for i := range v.tokens {
		switch w := v.word(i); {
		case w == "consteval" && v.is(i, word):
			v.ifConsteval(i)
		case w == ":" && (v.word(i+1) == "}" || v.is(i+1, directive)) && v.name(i-1) && v.scopes[i] == codeScope && v.atStatement(i-1):
			v.terminate(i) // a label at the end of a block
		case v.is(i, directive):
			v.directiveOddities(i)
		case (w == "*" || w == "&") && v.word(i+1) == "=" && v.scopes[i] == listScope && (v.is(i-1, word) || v.word(i-1) == ">"):
			// A parameter without a name but with a default gets a name.
			if gap := v.tokens[i+1].Start() - v.tokens[i].End(); gap > 0 {
				v.replace(v.tokens[i].End(), v.tokens[i+1].Start(), "_", ast.TokenRepair, 0)
			}
		case w == ")" && v.is(i+1, text) && v.isString(i+1) && v.match[i] > 0 && v.is(int(v.match[i])-1, text) && i+1 < len(v.tokens) && v.tokens[i].End() < v.tokens[i+1].Start():
			// asm operands without a comma
			v.replace(v.tokens[i].End(), v.tokens[i].End()+1, ",", ast.TokenRepair, 0)
		}
	}
}

// ifConsteval replaces the consteval at token i of if consteval by its value at run time.
func (v *View) ifConsteval(i int) {
	first, condition := i, "(0)"
	if w := v.word(i - 1); w == "not" || w == "!" {
		first, condition = i-1, "(1)"
	}
	if v.word(first-1) == "if" {
		v.replace(v.tokens[first].Start(), v.tokens[i].End(), condition, ast.TokenRepair, 0)
	}
}

// directiveOddities blanks directives where the grammar accepts none, and comments in
// definitions of several lines, which the grammar ends at a comment.
func (v *View) directiveOddities(i int) {
	start, end := v.tokens[i].Start(), v.tokens[i].End()
	switch keyword, _ := preproc.SplitDirective(v.text[start:end]); keyword {
	case "":
		v.blank(start, end, ast.TokenRepair, 0) // # alone
	case "include", "pragma":
		// An #include of the values of an initializer; a #pragma between the head of a
		// loop and its body.
		if v.scopes[i] == listScope || keyword == "pragma" && v.followsHead(i) {
			v.blank(start, end, ast.TokenRepair, 0)
		}
	case "undef":
		if v.scopes[i] == listScope {
			v.blank(start, end, ast.TokenRepair, 0)
		}
	case "define":
		if v.scopes[i] == listScope { // among the values of an initializer
			v.blank(start, end, ast.TokenRepair, 0)
			return
		}
		line := v.text[start:end]
		if bytes.IndexByte(line, '\n') < 0 {
			return
		}
		for k := 0; k < len(line); {
			switch c := line[k]; {
			case c == '"' || c == '\'':
				k = preproc.SkipLiteral(line, k, false)
			case c == '/' && k+1 < len(line) && line[k+1] == '*':
				n := preproc.SkipComment(line, k)
				if bytes.IndexByte(line[k:n], '\n') < 0 {
					v.blank(start+k, start+n, ast.TokenRepair, 0)
				}
				k = n
			default:
				k++
			}
		}
	}
}

// followsHead reports whether token i follows the head of a statement.
func (v *View) followsHead(i int) bool {
	switch v.word(i - 1) {
	case "else", "do":
		return true
	case ")":
		if open := int(v.match[i-1]); open > 0 {
			switch v.word(open - 1) {
			case "for", "while", "if", "switch":
				return true
			}
		}
	}
	return false
}

// prototypes turns NAME ARGS((...)); near errors into NAME (...); the macro is for compilers
// without prototypes.
func (v *View) prototypes() {
	for i := range v.nearby() {
		if !v.name(i) || !isCapital(v.word(i)) || v.word(i+1) != "(" || v.word(i+2) != "(" || !v.name(i-1) {
			continue
		}
		outer, inner := v.closing(i+1), v.closing(i+2)
		if inner > 0 && outer == inner+1 && v.word(outer+1) == ";" {
			v.blankTokens(i, i+1, ast.TokenRepair, 0)
			v.blankTokens(outer, outer, ast.TokenRepair, 0)
		}
	}
}

// typenames blanks typename in expressions near errors, such as typename T::type(x).
func (v *View) typenames() {
	for i := range v.nearby() {
		if v.word(i) != "typename" {
			continue
		}
		switch v.word(i - 1) {
		case "return", "(", "=", ",", "?", ":":
			k := i + 1
			for v.is(k, word) && v.word(k+1) == "::" {
				k += 2
			}
			if v.is(k, word) && v.word(k+1) == "(" {
				v.blankTokens(i, i, ast.TokenRepair, 0)
			}
		}
	}
}

// deletedFunctions blanks = delete and = default near errors, which the grammar does not accept
// in some declarations.
func (v *View) deletedFunctions() {
	for i := range v.nearby() {
		if w := v.word(i + 1); v.word(i) == "=" && (w == "delete" || w == "default") && v.word(i+2) == ";" {
			v.blankTokens(i, i+1, ast.TokenRepair, 0)
		}
	}
}
