package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// definitions returns the macros defined in a text by name, in source order. It leaves out an
// empty definition after one with a body, which is usually for other compilers.
func definitions(src []byte) map[string][]*preproc.Macro {
	macros := map[string][]*preproc.Macro{}
	for _, d := range preproc.NewOutline("", src).Directives {
		m := d.Macro
		if m == nil {
			continue
		}
		if all := macros[m.Name]; len(all) > 0 && all[len(all)-1].Body != "" && m.Body == "" {
			continue
		}
		macros[m.Name] = append(macros[m.Name], m)
	}
	return macros
}

// An attributeMacro is the result of attributes for a macro.
type attributeMacro struct {
	qualifiers ast.Qualifiers
	is         bool
}

// A headMacro is the result of headsStatement for a macro.
type headMacro struct{ heads, loop bool }

// attributes reports whether the body of a macro has only specifiers and attributes, and
// returns their qualifiers. The body may be empty, or have other such macros.
func (v *View) attributes(name string) (ast.Qualifiers, bool) { return v.attributesOf(name, 0) }

// IsAttributes reports whether the body of a macro has only specifiers and attributes. Other
// macros are not expanded.
func IsAttributes(body string) bool {
	_, ok := (&View{}).attributesIn(body, 0)
	return ok
}

func (v *View) attributesOf(name string, depth int) (ast.Qualifiers, bool) {
	m, ok := v.macro(name)
	if !ok || depth > 8 {
		return 0, false
	}
	result, seen := v.attributeCache[name]
	if !seen {
		v.attributeCache[name] = attributeMacro{} // a macro in its own body is not expanded
		result.qualifiers, result.is = v.attributesIn(m.Body, depth)
		v.attributeCache[name] = result
	}
	return result.qualifiers, result.is
}

func (v *View) attributesIn(macro string, depth int) (ast.Qualifiers, bool) {
	body := []byte(macro)
	tokens, _ := lex(body)
	var all ast.Qualifiers
	for i := 0; i < len(tokens); i++ {
		w := string(body[tokens[i].Start():tokens[i].End()])
		switch {
		case w == "(", w == "[":
			// The arguments of an attribute, or [[...]].
			for level := 0; i < len(tokens); i++ {
				switch body[tokens[i].Start()] {
				case '(', '[':
					level++
				case ')', ']':
					level--
				}
				if level == 0 {
					break
				}
			}
		case w == "typedef" || w == "friend":
			return 0, false
		case specifierWords[w]:
			all |= ast.QualifierOf(w)
		case attributeCalls[w], alignCalls[w], w == "_Pragma", w == "__pragma", conventionMacros[w]:
			all |= wellKnownQualifiers[w]
		case tokens[i].Kind == text:
			// extern "C"
		default:
			q, ok := v.attributesOf(w, depth+1)
			if !ok || tokens[i].Kind != word {
				return 0, false
			}
			all |= q
		}
	}
	// (1) or "text" is a constant.
	if len(tokens) > 0 && (body[tokens[0].Start()] == '(' || tokens[0].Kind == text) {
		return 0, false
	}
	return all, true
}

// headsStatement reports whether a macro expands to the head of a statement, for (...), while
// (...), if (...) or switch (...), so that a statement follows its invocation. loop is set for
// for and while.
func (v *View) headsStatement(name string) (heads, loop bool) {
	m, ok := v.macro(name)
	if !ok {
		return false, false
	}
	result, seen := v.headCache[name]
	if !seen {
		result.heads, result.loop = headOf(m)
		v.headCache[name] = result
	}
	return result.heads, result.loop
}

func headOf(m *preproc.Macro) (heads, loop bool) {
	body := []byte(m.Body)
	tokens, _ := lex(body)
	if len(tokens) == 0 || body[tokens[len(tokens)-1].Start()] != ')' {
		return false, false
	}
	// do { ... } while (...) is a whole statement that lacks its semicolon.
	if string(body[tokens[0].Start():tokens[0].End()]) == "do" {
		return false, false
	}
	// The last parenthesis must be opened directly after for, while, if or switch.
	level := 0
	for i := len(tokens) - 1; i > 0; i-- {
		switch body[tokens[i].Start()] {
		case ')':
			level++
		case '(':
			level--
		}
		if level == 0 {
			switch string(body[tokens[i-1].Start():tokens[i-1].End()]) {
			case "for":
				return true, true
			case "while":
				head := !endsDo(body, tokens[:i-1])
				return head, head
			case "if", "switch":
				return true, false
			}
			return false, false
		}
	}
	return false, false
}

// endsDo reports whether tokens end with the block of a do statement.
func endsDo(body []byte, tokens []token) bool {
	level := 0
	for i := len(tokens) - 1; i > 0; i-- {
		switch body[tokens[i].Start()] {
		case '}':
			level++
		case '{':
			level--
		}
		if level == 0 {
			return string(body[tokens[i-1].Start():tokens[i-1].End()]) == "do"
		}
	}
	return false
}

// isStatements reports whether an object-like macro expands to complete statements: its body
// ends with one, or with another such macro.
func (v *View) isStatements(name string) bool {
	for range 8 {
		m, ok := v.macro(name)
		if !ok || m.FunctionLike || m.Body == "" {
			return false
		}
		body := strings.TrimRight(m.Body, " \t")
		if c := body[len(body)-1]; c == ';' || c == '}' && body[0] != '{' {
			return true
		}
		tokens, _ := lex([]byte(body))
		if len(tokens) == 0 || tokens[len(tokens)-1].Kind != word {
			return false
		}
		name = body[tokens[len(tokens)-1].Start():]
	}
	return false
}

// firstOf and lastOf return the first and the last token of the body of a macro.
func firstOf(m *preproc.Macro) string {
	if tokens := m.Tokens(); len(tokens) > 0 {
		return tokens[0].Text
	}
	return ""
}

func lastOf(m *preproc.Macro) string {
	if tokens := m.Tokens(); len(tokens) > 0 {
		return tokens[len(tokens)-1].Text
	}
	return ""
}
