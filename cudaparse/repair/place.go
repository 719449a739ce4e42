package repair

// beginsDeclaration reports whether token i is the first of a declaration, or follows only
// specifiers of it.
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
		// Another such macro. The result is cached, as there may be a long row of them.
		return v.declarationCache[i].get(func() bool {
			_, is := v.qualifierMacro(prev)
			return is && v.beginsDeclaration(i-1)
		})
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
	for k := i - 1; k >= 0 && k > i-maxAngles && v.spend(); k-- {
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

// typeFollows reports whether the specifiers or the type of a declaration begin at token k, so
// that the word before is not the type.
func (v *View) typeFollows(k int) bool {
	w := v.word(k)
	for specifierWords[w] && v.is(k, word) {
		if w == "explicit" || w == "friend" || w == "virtual" || w == "typedef" || v.is(k+1, text) {
			return true
		}
		k++ // may also follow the type
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
	case typeWords[w] || typeHeads[w] || attributeCalls[w] || alignCalls[w]:
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
	case next == "(" && (v.word(end+1) == "*" || v.word(end+2) == "*") && v.closing(end) > 0 && v.word(v.closing(end)+1) == "(":
		return true // a pointer to a function
	case next == "(":
		return v.constructs(k, end)
	case next == "*" || next == "&":
		return true
	default:
		return v.is(end, word)
	}
}

// constructs reports whether tokens k to end, before a parenthesis, are the name of a
// constructor: C(...) : ... or C::C(...).
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

// className returns the name of the innermost class around token i, if its braces are the
// innermost.
func (v *View) className(i int) string {
	for k := i - 1; k >= 0 && v.spend(); k-- {
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
	for k := i - 1; k >= 0 && k > i-maxHead && v.spend(); k-- {
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

// endsParameters reports whether token i ends the parameters of a function, or the qualifiers
// after them.
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

// followsParameters reports whether tokens i to last may be a qualifier after the parameters of
// a function.
func (v *View) followsParameters(i, last int) bool {
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
			return is && v.followsParameters(last+1, last+1)
		}
		return false
	}
}

// followsType reports whether token i is between the type and the name in a declaration.
func (v *View) followsType(i int) bool {
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
