package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// qualifierMacros blanks words that are not known, or known to be attributes,
// where nothing but a qualifier can stand.
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

// otherMacro blanks word i, which is not spelled as a macro, where the words
// around it leave nothing else for it to be, and ends one that stands for the
// beginning or the end of a namespace.
func (v *View) otherMacro(i int) {
	if m, known := v.macro(v.word(i)); known {
		body := strings.TrimRight(m.Body, " \t")
		if !m.FunctionLike && body != "" && strings.IndexByte("{};", body[len(body)-1]) >= 0 && v.lineBreak(i) &&
			v.scopes[i] != codeScope && v.scopes[i] != listScope && v.atStatement(i) && v.startsNext(i, i) {
			v.terminate(i, ast.MissingSemicolon)
		}
		if v.suffixMacro(body) && v.endsParameters(i-1) && v.behindParameters(i, i) {
			v.blankTokens(i, i, ast.AttributeMacro, 0)
		}
		return
	}
	prev := v.word(i - 1)
	if prev == "namespace" && v.name(i+1) || v.amongNames(i) {
		v.blankTokens(i, i, ast.AttributeMacro, 0)
	}
}

// statementBreak reports whether a line ends behind token i in a function.
func (v *View) statementBreak(i int) bool { return v.scopes[i] == codeScope && v.lineBreak(i) }

// suffixMacro reports whether the body of a macro is made of what may follow the
// parameters of a function.
func (v *View) suffixMacro(body string) bool {
	for _, w := range []string{"noexcept", "override", "final", "throw()", "throw ()"} {
		if strings.HasPrefix(body, w) {
			return true
		}
	}
	return false
}

// amongNames reports whether word i stands between the type and the name of a
// parameter or function, T word name and T word * name.
func (v *View) amongNames(i int) bool {
	prev := v.word(i - 1)
	switch {
	case !typeWords[prev] && prev != ">" && prev != "*" && !v.name(i-1):
		return false
	case v.name(i - 1):
		if _, is := v.qualifierMacro(prev); is {
			return false
		}
	}
	k := i + 1
	for v.word(k) == "*" || v.word(k) == "&" || v.word(k) == "const" {
		k++
	}
	if !v.name(k) || isCapital(v.word(k)) && v.word(k+1) == "(" || v.lineBreak(i-1) || v.lineBreak(i) {
		return false
	}
	if (prev == "*" || prev == ">") && k > i+1 {
		return false // an expression
	}
	switch next := v.word(k + 1); v.scopes[i] {
	case listScope:
		return next == "," || next == ")" || next == "=" && v.word(k+2) != "="
	case codeScope:
		return k == i+1 && prev != ">" && prev != "*" && next == "=" && v.word(k+2) != "="
	default:
		return prev != ">" && k == i+1 && (next == "(" || next == "<")
	}
}

// qualifierMacro reports whether a word may be a macro for qualifiers: it is
// known to be one, or not known but spelled as macros are.
func (v *View) qualifierMacro(name string) (ast.Qualifiers, bool) {
	if !isCapital(name) && !conventionMacros[name] && !isReserved(name) {
		if _, known := v.macro(name); !known {
			return 0, false
		}
	}
	if _, known := v.macro(name); known {
		return v.attributes(name)
	}
	return wellKnownQualifiers[name], true
}

// onlyQualifier reports whether nothing but a qualifier can stand at tokens i to
// last, which are a name with or without arguments.
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
		return v.behindParameters(i, last)
	case last > i && v.lineBreak(last):
		return false // a declaration by itself
	case v.beginsDeclaration(i):
		if v.scopes[i] == codeScope && (last > i || v.lineBreak(i)) {
			return false
		}
		return v.typeFollows(last + 1)
	case v.behindType(i):
		if last > i && v.name(last+1) && !v.lineBreak(last) {
			// T MACRO(n) name = value;
			w := v.word(last + 2)
			return w == "=" || w == ";" || w == "[" || w == "("
		}
		return v.nameFollows(last + 1)
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

// beginsDeclaration reports whether token i stands where a declaration begins, or
// among the specifiers at its beginning.
func (v *View) beginsDeclaration(i int) bool {
	prev := v.word(i - 1)
	switch {
	case v.atStatement(i):
		return true
	case specifierWords[prev] || v.closesAttribute(i-1):
		return true
	case prev == ">":
		return v.closesTemplate(i - 1)
	case prev == ")":
		open := int(v.match[i-1])
		return open > 0 && (attributeCalls[v.word(open-1)] || alignCalls[v.word(open-1)])
	case v.name(i - 1):
		// Another such macro.
		_, is := v.qualifierMacro(prev)
		return is && v.beginsDeclaration(i-1)
	}
	return false
}

// closesAttribute reports whether token i is the last of [[...]].
func (v *View) closesAttribute(i int) bool {
	if v.word(i) != "]" || v.word(i-1) != "]" {
		return false
	}
	open := int(v.match[i])
	return open >= 0 && v.word(open+1) == "["
}

// closesTemplate reports whether token i closes the parameters of a template.
func (v *View) closesTemplate(i int) bool {
	for k := i - 1; k >= 0 && k > i-maxAngles; k-- {
		switch v.word(k) {
		case ")", "]", "}":
			if v.match[k] < 0 {
				return false
			}
			k = int(v.match[k])
		case "template":
			return v.word(k+1) == "<" && v.angles(k+1) == i
		case ";", "{", "(", "[":
			return false
		}
	}
	return false
}

// typeFollows reports whether what begins at token k is a declaration from its
// specifiers or type on, so that what precedes it is not the type.
func (v *View) typeFollows(k int) bool {
	w := v.word(k)
	for w == "const" || w == "volatile" {
		k++ // may follow the type, too
		w = v.word(k)
	}
	switch {
	case w == "operator":
		return v.is(k+1, word) // a conversion has no type in front
	case w == "~":
		return true
	case w == "[":
		return v.word(k+1) == "["
	case w == "decltype":
		return true
	case !v.is(k, word) && w != "::":
		return false
	case typeWords[w] || specifierWords[w] || typeHeads[w] || attributeCalls[w] || alignCalls[w]:
		return true
	case w == "template" || w == "using" || w == "static_assert" || w == "namespace":
		return true
	}
	return v.namedTypeFollows(k)
}

// namedTypeFollows is typeFollows for a type that is a name.
func (v *View) namedTypeFollows(k int) bool {
	end := v.qualifiedEnd(k)
	if end == k {
		return false
	}
	switch next := v.word(end); {
	case next == "(":
		return v.constructs(k, end)
	case next == "*" || next == "&":
		return true
	default:
		return v.is(end, word)
	}
}

// constructs reports whether tokens k to end, which are followed by a
// parenthesis, are the name of a constructor: C(...) : ... or C::C(...).
func (v *View) constructs(k, end int) bool {
	closing := v.closing(end)
	if closing > 0 && v.word(closing+1) == ":" {
		return true
	}
	if v.word(end-2) == "::" {
		scope := end - 3
		if v.word(scope) == ">" {
			for scope > k && v.word(scope) != "<" {
				scope--
			}
			scope--
		}
		return v.word(scope) == v.word(end-1)
	}
	return v.scopes[k] == classScope && end == k+1 && v.className(k) == v.word(k)
}

// className returns the name of the class whose braces are the innermost around
// token i.
func (v *View) className(i int) string {
	for k := i - 1; k >= 0; k-- {
		switch v.word(k) {
		case "}", ")", "]":
			if v.match[k] < 0 {
				return ""
			}
			k = int(v.match[k])
		case "{":
			return v.classBefore(k)
		}
	}
	return ""
}

// classBefore returns the name of the class whose body token i opens.
func (v *View) classBefore(i int) string {
	for k := i - 1; k >= 0 && k > i-200; k-- {
		switch v.word(k) {
		case ")", "]":
			if v.match[k] < 0 {
				return ""
			}
			k = int(v.match[k])
		case ";", "{", "}":
			return ""
		case "struct", "class", "union":
			name := ""
			for k++; k <= i; k++ {
				switch w := v.word(k); {
				case v.name(k) && v.word(k+1) == "(":
					k = max(k, v.closing(k+1))
				case v.name(k):
					name = w
				case w == "::" || w == "alignas" || w == "__align__":
				case (w == "(" || w == "[") && v.closing(k) > 0:
					k = v.closing(k)
				default:
					return name
				}
			}
		}
	}
	return ""
}

// endsParameters reports whether token i ends the head of a function as far as
// its parameters and what may follow them.
func (v *View) endsParameters(i int) bool {
	for v.word(i) == "const" || v.word(i) == "override" || v.word(i) == "final" || v.word(i) == "noexcept" || v.word(i) == "volatile" || v.word(i) == "&" {
		i--
	}
	if v.word(i) != ")" || v.match[i] < 1 {
		return false
	}
	k := int(v.match[i]) - 1
	if operatorMarks[v.word(k)] || v.word(k) == ")" || v.word(k) == "]" {
		for k > 0 && v.word(k) != "operator" && int(v.match[i])-k < 6 {
			k--
		}
		return v.word(k) == "operator"
	}
	if !v.name(k) {
		return v.word(k) == "noexcept" && v.endsParameters(k-1)
	}
	for v.word(k-1) == "::" && v.name(k-2) {
		k -= 2
	}
	p := v.word(k - 1)
	return p == "~" || p == "*" || p == "&" || p == ">" || typeWords[p] || specifierWords[p] || v.is(k-1, word) && v.name(k-1)
}

// behindParameters reports whether tokens i to last may be a qualifier behind the
// parameters of a function.
func (v *View) behindParameters(i, last int) bool {
	if v.scopes[i] == codeScope {
		return false
	}
	switch w := v.word(last + 1); w {
	case "{", "override", "final", "const", "noexcept", "->", ";":
		return true
	case ":":
		return true
	case "=":
		next := v.word(last + 2)
		return next == "0" || next == "default" || next == "delete"
	default:
		// Another such macro.
		if v.name(last+1) && !v.lineBreak(last) {
			_, is := v.qualifierMacro(w)
			return is && v.behindParameters(last+1, last+1)
		}
		return false
	}
}

// behindType reports whether token i stands between a type and the name of what
// is declared.
func (v *View) behindType(i int) bool {
	prev := v.word(i - 1)
	return v.scopes[i] != codeScope && (typeWords[prev] || v.name(i-1) && !v.statementBreak(i-1) || (prev == "*" || prev == "&" || prev == ">") && !v.lineBreak(i-1))
}

// nameFollows reports whether the name of a function follows at token k.
func (v *View) nameFollows(k int) bool {
	end := v.qualifiedEnd(k)
	if end == k {
		return v.word(k) == "operator" || specifierWords[v.word(k)] && v.word(k) != "const"
	}
	return v.word(end) == "(" || v.word(end) == "::" && v.word(end+1) == "operator"
}

// friends moves friend in front of the specifiers of CUDA, where the grammar
// takes it: the place of friend is left to them, their qualifiers are kept.
func (v *View) friends() {
	for i := range v.tokens {
		if v.word(i) != "friend" || !v.is(i, word) {
			continue
		}
		first, q := i, ast.Qualifiers(0)
		for ; first > 0 && specifierWords[v.word(first-1)] && !v.atStatement(first); first-- {
			q |= ast.QualifierOf(v.word(first - 1))
		}
		if first == i && !v.atStatement(i) && v.is(i-1, word) && (v.name(i-1) || typeWords[v.word(i-1)]) {
			v.blankTokens(i, i, ast.AttributeRepair, 0) // bool friend f()
		}
		if first < i && v.word(first) != "constexpr" {
			start, end := v.tokens[first].start(), v.tokens[i].end()
			b := blanked(v.text[start:end])
			copy(b[len(b)-len("friend"):], "friend")
			v.edits = append(v.edits, Edit{Start: start, Text: b, Cause: ast.AttributeRepair, Qualifiers: q})
		}
	}
}
