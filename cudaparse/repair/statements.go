package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// atStatement reports whether a statement or declaration may start at token i. It looks at the
// token before.
func (v *View) atStatement(i int) bool {
	if i == 0 || v.is(i-1, directive) {
		return true
	}
	switch prev := v.word(i - 1); prev {
	case ";", "{", "}", "else", "do":
		return v.scopes[i] != listScope
	case ":":
		return v.scopes[i] == codeScope || v.scopes[i] == classScope
	case ")":
		open := int(v.match[i-1])
		if open < 1 {
			return false
		}
		switch v.word(open - 1) {
		case "if", "for", "while", "switch":
			return true
		case "constexpr":
			return v.word(open-2) == "if"
		}
		return v.isStatementMacro(open-1, i-1)
	}
	return false
}

// isStatementMacro reports whether tokens i to last, NAME(...), are a complete statement or
// declaration without a semicolon.
func (v *View) isStatementMacro(i, last int) bool {
	if !v.name(i) || last+1 > len(v.tokens) || v.scopes[i] == listScope {
		return false
	}
	// Cached, as in a list of such macros each depends on the one before.
	return v.statementCache[last].get(func() bool { return v.startsNext(last, i) && v.atStatement(i) })
}

// startsNext reports whether only another statement or declaration can follow token last.
func (v *View) startsNext(last, name int) bool {
	next := v.word(last + 1)
	if last+1 == len(v.tokens) || next == "}" {
		return true
	}
	if v.is(last+1, directive) {
		// The directive may be inside the statement.
		k := v.significant(last+1, 1)
		next = v.word(k)
		return k >= len(v.tokens) || next == "}" || v.is(k, word) && !continues[next]
	}
	if next == "++" || next == "{" {
		return false
	}
	if next == "(" && v.word(last+2) == "void" && v.word(last+3) == ")" && v.lineBreak(last) {
		return v.scopes[name] == codeScope // a cast: no argument list
	}
	if !v.is(last+1, word) {
		return false
	}
	if v.scopes[name] == codeScope {
		// A function in a function cannot be const.
		return !continues[next] || next == "const" || next == "volatile"
	}
	if (next == "const" || next == "volatile") && v.lineBreak(last) && v.is(last+2, word) && !continues[v.word(last+2)] {
		return true // the specifier of a declaration
	}
	if continues[next] {
		return false
	}
	// NAME(...) int f() is an attribute with arguments.
	if !v.lineBreak(last) {
		return v.declares(name) && v.word(last+2) == "(" && v.declares(last+1)
	}
	return !specifierWords[next] || !isCapitalAttribute(v.word(name))
}

// declares reports whether token i is the name of a known macro with parameters that is more
// than attributes.
func (v *View) declares(i int) bool {
	m, known := v.macro(v.word(i))
	if !known || !m.FunctionLike || m.Body == "" {
		return false
	}
	_, attributes := v.attributes(v.word(i))
	return !attributes
}

// continues are words that continue a declaration or an expression.
var continues = set("const", "noexcept", "override", "final", "and", "or", "xor", "bitand", "bitor", "not_eq",
	"requires", "volatile", "mutable", "throw", "__attribute__", "asm", "__asm__", "catch")

func isCapitalAttribute(w string) bool {
	return strings.Contains(w, "BOUNDS") || strings.Contains(w, "ATTR") || strings.Contains(w, "ALIGN")
}

// statementMacros adds the semicolon after macro calls that are complete statements, and
// replaces macros for the head of a statement by a keyword.
func (v *View) statementMacros() {
	known := map[string]bool{}
	for i := range v.tokens {
		if !v.name(i) || v.scopes[i] == listScope {
			continue
		}
		if v.is(i+1, word) && v.scopes[i] == codeScope || v.word(i+1) == "}" {
			is, seen := known[v.word(i)]
			if !seen {
				is = v.isStatements(v.word(i))
				known[v.word(i)] = is
			}
			if is {
				v.terminate(i)
			}
			continue
		}
		if v.word(i+1) != "(" {
			continue
		}
		last := v.closing(i + 1)
		if last < 0 || !v.atStatement(i) {
			continue
		}
		name := v.word(i)
		if v.scopes[i] == codeScope && v.headMacro(i, last, name) {
			continue
		}
		if v.isStatementMacro(i, last) {
			v.terminate(last)
		}
	}
}

// headMacro replaces a macro for the head of a statement by while or if, and reports whether
// it is one.
func (v *View) headMacro(i, last int, name string) bool {
	heads, loop := v.headsStatement(name)
	if !heads {
		if _, known := v.macro(name); known || v.word(last+1) != "{" {
			return false
		}
		// Only the head of a statement can precede a block on the same line.
		heads = !v.lineBreak(last) || isCapital(name)
		loop = !strings.Contains(strings.ToUpper(name), "IF")
	}
	if !heads {
		return false
	}
	keyword := "if"
	if loop {
		keyword = "while"
	}
	start, end := v.tokens[i].Start(), v.tokens[i].End()
	for end-start < len(keyword) && start > 0 && preproc.IsBlank(v.text[start-1]) {
		start-- // a short name: the indentation has room
	}
	if end-start < len(keyword) {
		keyword = "if"
	}
	v.replace(start, end, keyword, ast.LoopMacro, 0)
	return true
}

// loneMacros adds the semicolon after words near errors that are complete statements.
func (v *View) loneMacros() {
	ended := -1 // the last word that got one
	for i := range v.nearby() {
		if !v.name(i) || !v.lineBreak(i) || v.scopes[i] == listScope || !v.atStatement(i) && i-1 != ended {
			continue
		}
		_, known := v.macro(v.word(i))
		if !known && !isCapital(v.word(i)) {
			continue
		}
		if v.startsNext(i, i) && v.terminate(i) {
			ended = i
		}
	}
}
