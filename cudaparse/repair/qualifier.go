package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// qualifierMacros blanks words where only a qualifier is possible, unless they are known to be
// something else.
func (v *View) qualifierMacros() {
	for i := range v.tokens {
		if !v.name(i) {
			continue
		}
		q, is := v.qualifierMacro(v.word(i))
		if !is {
			v.otherMacro(i)
			continue
		}
		last := i
		if v.word(i+1) == "(" && v.closing(i+1) > 0 && !v.lineBreak(i) {
			last = v.closing(i + 1)
		}
		if v.onlyQualifier(i, last) {
			v.blankTokens(i, last, ast.AttributeMacro, q)
		}
	}
}

// otherMacro blanks word i, which qualifierMacro does not accept, where only a macro is
// possible. A macro that begins or ends a namespace gets a semicolon.
func (v *View) otherMacro(i int) {
	if m, known := v.macro(v.word(i)); known {
		body := strings.TrimRight(m.Body, " \t")
		if !m.FunctionLike && body != "" && strings.IndexByte("{};", body[len(body)-1]) >= 0 && v.lineBreak(i) &&
			v.scopes[i] != codeScope && v.scopes[i] != listScope && v.atStatement(i) && v.startsNext(i, i) {
			v.terminate(i)
		}
		if end := v.closing(i + 1); m.FunctionLike && v.word(i+1) == "(" && end > 0 && v.word(i-1) == ">" && v.closesTemplate(i-1) && v.typeFollows(end+1) {
			v.blankTokens(i, end, ast.AttributeMacro, 0)
		}
		if v.suffixMacro(body) && v.endsParameters(i-1) && v.followsParameters(i, i) {
			v.blankTokens(i, i, ast.AttributeMacro, 0)
		}
		return
	}
	prev := v.word(i - 1)
	if prev == "namespace" && v.name(i+1) || v.amongNames(i) || v.beforeSpecifier(i) {
		v.blankTokens(i, i, ast.AttributeMacro, 0)
	}
}

// beforeSpecifier reports whether word i is directly before a specifier or built-in type, at
// the beginning of a declaration or parameter.
func (v *View) beforeSpecifier(i int) bool {
	next, prev := v.word(i+1), v.word(i-1)
	if v.lineBreak(i) || !v.is(i+1, word) {
		return false
	}
	switch v.scopes[i] {
	case codeScope:
		return false
	case listScope:
		w := v.word(i + 3)
		return (prev == "(" || prev == ",") && typeWords[next] && v.name(i+2) && (w == "," || w == ")")
	}
	return (typeWords[next] || specifierWords[next]) && v.beginsDeclaration(i) && v.typeFollows(i+1)
}

// statementBreak reports whether a line in a function ends after token i.
func (v *View) statementBreak(i int) bool { return v.scopes[i] == codeScope && v.lineBreak(i) }

// suffixMacro reports whether the body of a macro begins like a qualifier after the parameters
// of a function.
func (v *View) suffixMacro(body string) bool {
	for _, w := range []string{"noexcept", "override", "final", "throw()", "throw ()"} {
		if strings.HasPrefix(body, w) {
			return true
		}
	}
	return false
}

// amongNames reports whether word i is between the type and the name of a parameter or
// function: T word name, T word * name.
func (v *View) amongNames(i int) bool {
	prev := v.word(i - 1)
	switch {
	case !typeWords[prev] && prev != ">" && prev != "*" && !v.name(i-1):
		return false
	case v.name(i - 1):
		if _, is := v.qualifierMacro(prev); is || prev[0] == '_' && prev[len(prev)-1] == '_' {
			return false
		}
	}
	k := i + 1
	for v.word(k) == "*" || v.word(k) == "&" || v.word(k) == "const" {
		k++
	}
	switch {
	case v.lineBreak(i - 1):
		return false
	case v.word(k) == "operator":
		return v.scopes[i] != codeScope && v.scopes[i] != listScope && prev != ">"
	case !v.name(k) || isCapital(v.word(k)) && v.word(k+1) == "(":
		return false
	case v.lineBreak(i) && !typeWords[prev] && !specifierWords[v.word(i-2)]:
		return false
	}
	if (prev == "*" || prev == ">") && k > i+1 {
		return false // an expression
	}
	switch next := v.word(k + 1); v.scopes[i] {
	case listScope:
		return next == "," || next == ")" || next == "[" || next == "=" && v.word(k+2) != "="
	case codeScope:
		return k == i+1 && prev != ">" && prev != "*" && next == "=" && v.word(k+2) != "="
	default:
		return prev != ">" && k == i+1 && (next == "(" || next == "<")
	}
}

// qualifierMacro reports whether a word may be a macro for qualifiers, and returns those that
// are known: it is defined as such, or not defined but spelled like one.
func (v *View) qualifierMacro(name string) (ast.Qualifiers, bool) {
	for range 8 {
		m, known := v.macro(name)
		if !known {
			return wellKnownQualifiers[name], isCapital(name) || conventionMacros[name] || isReserved(name)
		}
		if q, is := v.attributes(name); is || m.FunctionLike || len(m.Tokens()) != 1 {
			return q, is
		}
		name = m.Tokens()[0].Text // an alias
	}
	return 0, false
}

// onlyQualifier reports whether tokens i to last, a name with or without arguments, can only
// be a qualifier.
func (v *View) onlyQualifier(i, last int) bool {
	prev := v.word(i - 1)
	switch {
	case v.touches(last, "::"):
		return false // the scope of a name
	case prev == "namespace":
		return last == i && (v.name(i+1) || v.word(i+1) == "[")
	case v.scopes[i] == listScope:
		return last == i && (prev == "(" || prev == ",") && (v.name(i+1) || v.word(i+1) == "const") && v.namedParameter(i+1) || last == i && v.amongNames(i)
	case prev == "template" && v.word(i+1) != "<":
		return last == i && v.typeFollows(i+1)
	case typeHeads[prev] && prev != "typename":
		// The name of the class follows, and its body or bases.
		end := v.qualifiedEnd(last + 1)
		w := v.word(end)
		return end > last+1 && (w == "{" || w == ":" || w == "final") && !strings.HasSuffix(v.word(end-1), "FINAL")
	case typeHeads[v.word(i-2)] && v.name(i-1) && (v.word(i+1) == "{" || v.word(i+1) == ":") && v.word(i-2) != "enum":
		_, other := v.qualifierMacro(prev)
		return !other || strings.HasSuffix(v.word(i), "FINAL")
	case v.endsParameters(i - 1):
		return v.followsParameters(i, last)
	case last > i && v.lineBreak(last) && !(prev == ">" && v.closesTemplate(i-1)):
		return false // a declaration by itself
	case v.beginsDeclaration(i):
		if v.scopes[i] == codeScope && (last > i || v.lineBreak(i)) {
			return false
		}
		return v.typeFollows(last + 1)
	case v.followsType(i):
		if last > i && v.name(last+1) && !v.lineBreak(last) {
			// T MACRO(n) name = value;
			w := v.word(last + 2)
			return w == "=" || w == ";" || w == "[" || w == "("
		}
		return v.nameFollows(last+1) || typeWords[prev] && v.word(last+1) == "*" && v.name(last+2)
	}
	return false
}

// namedParameter reports whether T name begins at token k, a parameter whose type
// is a name.
func (v *View) namedParameter(k int) bool {
	for v.word(k) == "const" {
		k++
	}
	end := v.qualifiedEnd(k)
	if end == k {
		return false
	}
	for v.word(end) == "const" || v.word(end) == "*" || v.word(end) == "&" {
		end++
	}
	next := v.word(end + 1)
	return v.name(end) && (next == "," || next == ")" || next == "=" && v.word(end+2) != "=")
}

// friends moves friend before the specifiers, where the grammar accepts it. The specifiers
// become qualifiers of the edit.
func (v *View) friends() {
	for i := range v.tokens {
		if v.word(i) != "friend" || !v.is(i, word) {
			continue
		}
		first, q := i, ast.Qualifiers(0)
		for ; first > 0 && specifierWords[v.word(first-1)] && v.word(first-1) != "friend" && !v.atStatement(first); first-- {
			q |= ast.QualifierOf(v.word(first - 1))
		}
		if first == i && !v.atStatement(i) && v.is(i-1, word) && (v.name(i-1) || typeWords[v.word(i-1)]) {
			v.blankTokens(i, i, ast.AttributeRepair, 0) // bool friend f()
		}
		if first < i && v.word(first) != "constexpr" {
			start, end := v.tokens[first].Start(), v.tokens[i].End()
			b := blanked(v.text[start:end])
			copy(b[len(b)-len("friend"):], "friend")
			v.edits = append(v.edits, Edit{Start: start, Text: b, Cause: ast.AttributeRepair, Qualifiers: q})
		}
	}
}
