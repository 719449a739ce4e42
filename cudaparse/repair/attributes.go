package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// knownAttributeMacros blanks the invocations of macros that are defined as attributes. One
// that is alone in a statement or list stays: it is a name there.
func (v *View) knownAttributeMacros() { v.attributeMacros(func(string) bool { return true }) }

// Qualifiers returns the edits that blank known macros for attributes, if they are spelled as
// macros usually are. It is called before the first parse: some sources have one in nearly
// every declaration, and each would be a syntax error.
func Qualifiers(text []byte, outside Outside) []Edit {
	v := NewView(text, nil, outside)
	v.attributeMacros(func(name string) bool { return isCapital(name) || isReserved(name) })
	return v.take()
}

// attributeMacros is knownAttributeMacros for the names that among accepts.
func (v *View) attributeMacros(among func(name string) bool) {
	known := map[string]ast.Qualifiers{}
	unknown := map[string]bool{}
	for i := range v.tokens {
		if !v.name(i) {
			continue
		}
		name := v.word(i)
		if unknown[name] {
			continue
		}
		q, ok := known[name]
		if !ok {
			if among(name) {
				q, ok = v.attributes(name)
			}
			if !ok {
				unknown[name] = true
				continue
			}
			known[name] = q
		}
		m, _ := v.macro(name)
		last := i
		if m.FunctionLike {
			if last = v.closing(i + 1); last < 0 || v.word(i+1) != "(" {
				continue
			}
		}
		if m.Body == "" && m.FunctionLike && v.word(last+1) == ";" {
			continue // a debugging call that expands to nothing
		}
		// One without a body may follow the last parameter or argument.
		behind := m.Body == "" && v.is(i-1, word) && (v.word(last+1) == ")" || v.word(last+1) == ",")
		if behind || v.startsDeclaration(last+1) {
			v.blankTokens(i, last, ast.AttributeMacro, q)
		}
	}
}

// startsDeclaration reports whether token i may follow a specifier of a declaration.
func (v *View) startsDeclaration(i int) bool {
	w := v.word(i)
	return v.is(i, word) && (!statementWords[w] || w == "operator" || w == "typename" || w == "template" || w == "explicit" || w == "friend" || w == "decltype" || w == "using") ||
		w == "~" || w == "::" || w == "(" || w == "{" || w == "*" || w == "&" || w == "["
}

// unknownAttributeMacros blanks words near errors where only an attribute is possible.
func (v *View) unknownAttributeMacros() {
	for i := range v.nearby() {
		if !v.name(i) {
			continue
		}
		name := v.word(i)
		if !isCapital(name) && !conventionMacros[name] && !isReserved(name) {
			continue
		}
		if _, known := v.macro(name); known {
			if _, is := v.attributes(name); !is {
				continue
			}
		}
		if v.namePlace(i) {
			q := wellKnownQualifiers[name]
			if strings.Contains(name, "RESTRICT") {
				q = ast.Restrict
			}
			v.blankTokens(i, i, ast.AttributeMacro, q)
			continue
		}
		last := i
		if v.word(i+1) == "(" {
			if last = v.closing(i + 1); last < 0 {
				continue
			}
		}
		alias := v.word(i-2) == "using" && v.word(last+1) == "="
		if last > i && v.scopes[i] == codeScope && !alias {
			continue // a call
		}
		if alias || v.specifierPlace(i, last) {
			v.blankTokens(i, last, ast.AttributeMacro, wellKnownQualifiers[name])
		}
	}
}

// specifierPlace reports whether tokens i to last are among the specifiers of a declaration,
// and not its type.
func (v *View) specifierPlace(i, last int) bool {
	next := v.word(last + 1)
	prev := v.word(i - 1)
	if !v.is(last+1, word) && next != "~" {
		return false
	}
	if statementWords[next] && next != "operator" && next != "typename" && next != "template" && next != "explicit" && next != "friend" {
		return false
	}
	starts := i == 0 || prev == ";" || prev == "}" || prev == "{" || prev == ">" || prev == ":" || v.is(i-1, directive) ||
		specifierWords[prev] || prev == ")" || prev == "(" && v.scopes[i] == listScope || prev == ","
	switch {
	case starts && (next == "const" || next == "volatile"):
		return v.typeFollows(last + 1) // or the name is the type
	case starts && (typeWords[next] || specifierWords[next] || typeHeads[next] || next == "operator" || next == "~" || statementWords[next] || attributeCalls[next]):
		return true
	case starts && last == i && v.name(last+1):
		// NAME Type name, NAME Type * name, NAME Type<...> name, NAME ns::Type name
		n := v.word(last + 2)
		return v.is(last+2, word) || n == "*" || n == "&" || n == "::" || n == "<" || n == "(" && v.scopes[i] == classScope
	case typeHeads[prev] && v.name(last+1):
		return true // struct API name
	case (typeWords[prev] || prev == "*" || prev == "&" || prev == ">" || v.is(i-1, word) && v.name(i-1)) && v.name(last+1):
		return v.word(last+2) == "(" || v.word(last+2) == "::" // void API name(
	}
	return false
}

// namePlace reports whether word i is next to the name of a declarator: T *RESTRICT name,
// T name MACRO (...), T (API *name)(...).
func (v *View) namePlace(i int) bool {
	prev, next, then := v.word(i-1), v.word(i+1), v.word(i+2)
	switch {
	case v.name(i-1) && v.word(i-2) == "}" && next == ";":
		return true // struct {...} name MACRO;
	case prev == "*" || prev == "&":
		return v.name(i+1) && (then == "," || then == ")" || then == "=" || then == ";" || then == "[" || then == "{" && v.scopes[i] == classScope)
	case prev == "(":
		w := v.word(i)
		return (conventionMacros[w] || strings.Contains(w, "API") || strings.Contains(w, "CALL")) && (next == "*" || v.name(i+1) && then == ")")
	case v.name(i-1) && next == "(" && then != "(" && v.scopes[i] != codeScope:
		return v.name(i-2) || typeWords[v.word(i-2)]
	}
	return false
}

// attributeSpellings replaces spellings of keywords that the grammar does not have.
func (v *View) attributeSpellings() {
	for i := range v.tokens {
		switch v.word(i) {
		case "__restrict":
			if v.is(i, word) {
				v.replace(v.tokens[i].Start(), v.tokens[i].End(), "restrict", ast.AttributeRepair, 0)
			}
		case "__const__", "__const":
			v.replace(v.tokens[i].Start(), v.tokens[i].End(), "const", ast.AttributeRepair, 0)
		case "__thread", "_Thread_local":
			v.blankTokens(i, i, ast.AttributeRepair, 0)
		case "__align__", "__builtin_align__", "__CUDA_ALIGN__":
			v.alignment(i)
		case "__device__", "__host__":
			// Type & __device__ name(
			last := i
			for cudaWords[v.word(last+1)] {
				last++
			}
			if w := v.word(last + 1); (w == "struct" || w == "class") && v.closesTemplate(i-1) {
				v.blankTokens(i, last, ast.AttributeRepair, 0) // no variable of it is declared
			}
			if prev := v.word(i - 1); (prev == "&" || prev == "*") && v.name(last+1) && v.word(last+2) == "(" {
				q := ast.Qualifiers(0)
				for k := i; k <= last; k++ {
					q |= ast.QualifierOf(v.word(k))
				}
				v.blankTokens(i, last, ast.AttributeRepair, q)
			}
		case "__attribute__", "__attribute":
			// After a declarator: the grammar accepts it only before.
			if prev := v.word(i - 1); prev == "]" && v.word(i+1) == "(" {
				if last := v.closing(i + 1); last > 0 {
					v.blankTokens(i, last, ast.AttributeRepair, 0)
				}
			}
		}
	}
}

// alignment turns __align__(n) into alignas(n) where the grammar accepts that, before the name
// or body of a class, and blanks it after a type.
func (v *View) alignment(i int) {
	last := v.closing(i + 1)
	if last < 0 || v.word(i+1) != "(" {
		return
	}
	start, end := v.tokens[i].Start(), v.tokens[last].End()
	if typeHeads[v.word(i-1)] {
		v.replace(start, end, "alignas"+string(v.text[v.tokens[i+1].Start():end]), ast.AttributeRepair, 0)
		return
	}
	if prev := v.word(i - 1); typeWords[prev] || prev == "]" || v.name(i-1) && prev != "" {
		v.blankTokens(i, last, ast.AttributeRepair, 0)
	}
}

// attributesNear blanks attributes and alignments near errors.
func (v *View) attributesNear() {
	for i := range v.nearby() {
		w := v.word(i)
		if !v.is(i, word) {
			continue
		}
		last := v.closing(i + 1)
		switch {
		case (attributeCalls[w] || alignCalls[w]) && v.word(i+1) == "(" && last > 0:
			v.blankTokens(i, last, ast.AttributeRepair, 0)
		case w == "restrict", w == "__restrict__", w == "__grid_constant__", w == "__noinline__", w == "__forceinline__",
			w == "__extension__", w == "register":
			v.blankTokens(i, i, ast.AttributeRepair, ast.QualifierOf(w))
		}
	}
	for i := range v.nearby() {
		if v.word(i) == "[" && v.word(i+1) == "[" {
			if last := v.closing(i); last > 0 && v.word(last-1) == "]" {
				v.blankTokens(i, last, ast.AttributeRepair, 0)
			}
		}
	}
}
