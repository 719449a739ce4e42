package repair

// scope is the kind of the innermost open bracket around a token.
type scope uint8

const (
	fileScope  scope = iota // also namespaces and extern "C"
	classScope              // the braces of a struct, class or union
	codeScope               // the braces of a function or statement
	listScope               // parentheses, square brackets, initializers, enumerators
)

// braceScope returns the scope of the braces opened by token i. It looks at the text before.
func (v *View) braceScope(i int) scope {
	outer := v.scopes[i]
	switch p := v.word(i - 1); {
	case v.is(i-1, text):
		return fileScope // extern "C" {
	case p == "=" || p == "," || p == "(" || p == "[" || p == "return" || p == "{" && outer == listScope || p == "]":
		if p == "]" && v.lambdaBefore(i) || p == "(" || p == "," {
			// As a macro argument, braces with a semicolon are a block.
			if v.holdsStatements(i) {
				return codeScope
			}
		}
		return listScope
	}
	return v.declaredScope(i, outer)
}

// declaredScope returns the scope of the braces opened by token i, going by the keyword of
// their declaration.
func (v *View) declaredScope(i int, outer scope) scope {
	parameters := false // or a condition
	// T x{...}; and return T{...}; are lists.
	list := outer == codeScope && v.name(i-1)
	for k := i - 1; k >= 0 && k > i-maxHead; k-- {
		switch w := v.word(k); w {
		case ";", "{", "}":
			if parameters {
				return codeScope
			}
			if list && k < i-2 && !v.holdsStatements(i) {
				return listScope
			}
			return codeOr(outer)
		case "=", "return":
			if list && !parameters {
				return listScope
			}
		case ")":
			if parameters = true; v.match[k] >= 0 {
				k = int(v.match[k])
			}
		case "struct", "class", "union":
			if v.word(k-1) == "enum" {
				return listScope
			}
			if !parameters || v.headsClass(k, i) {
				return classScope
			}
		case "namespace":
			return fileScope
		case "enum":
			if !parameters {
				return listScope
			}
		}
		if v.is(k, directive) {
			break
		}
	}
	if parameters {
		return codeScope
	}
	return codeOr(outer)
}

// maxHead limits the number of tokens in the head of a declaration.
const maxHead = 300

// headsClass reports whether the keyword at token k begins the class whose body opens at token
// i, rather than the return type of a function.
func (v *View) headsClass(k, i int) bool {
	for k++; k < i; k++ {
		switch w := v.word(k); {
		case w == "{" || w == ":" || w == "final":
			return true
		case (w == "(" || w == "[") && v.closing(k) > 0 && (v.name(k-1) && v.is(v.closing(k)+1, word) || alignCalls[v.word(k-1)] || attributeCalls[v.word(k-1)] || w == "["):
			k = v.closing(k)
		case w == "<":
			end := v.angles(k)
			if end == k {
				return false
			}
			k = end
		case !v.is(k, word) && w != "::":
			return false
		}
	}
	return true
}

func codeOr(outer scope) scope {
	if outer == listScope {
		return listScope
	}
	return codeScope
}

func (v *View) lambdaBefore(i int) bool { return v.word(i-1) == "]" }

// holdsStatements reports whether a semicolon follows brace i before the next closing one.
func (v *View) holdsStatements(i int) bool {
	if i < v.searched.from || i >= v.searched.end { // braces may follow each other closely
		k := i + 1
		for k < len(v.tokens) && v.word(k) != "}" && v.word(k) != ";" {
			k++
		}
		v.searched.from, v.searched.end = i, k
	}
	return v.word(v.searched.end) == ";"
}
