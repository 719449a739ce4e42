package repair

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// definitions returns the macros defined in a text, in source order. One with a body wins
// over an empty one that follows it (the empty one is commonly the arm for other compilers).
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

// attributes reports whether a macro stands for declaration specifiers and
// attributes only (or for nothing), and which qualifiers these are.
func (v *View) attributes(name string) (ast.Qualifiers, bool) { return v.attributesOf(name, 0) }

// IsAttributes reports whether the body of a macro is made of specifiers and
// attributes only, without looking into other macros.
func IsAttributes(body string) bool {
	_, ok := (&View{}).attributesIn(body, 0)
	return ok
}

func (v *View) attributesOf(name string, depth int) (ast.Qualifiers, bool) {
	m, ok := v.macro(name)
	if !ok || depth > 8 {
		return 0, false
	}
	memo, seen := v.attributeMemo[name]
	if !seen {
		v.attributeMemo[name] = attributeMacro{} // a macro in its own body is not expanded
		memo.qualifiers, memo.is = v.attributesIn(m.Body, depth)
		v.attributeMemo[name] = memo
	}
	return memo.qualifiers, memo.is
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
	// A parenthesised constant is no attribute.
	if len(tokens) > 0 && (body[tokens[0].Start()] == '(' || tokens[0].Kind == text) {
		return 0, false
	}
	return all, true
}

// headsStatement reports whether a macro's expansion ends where a statement is
// due, so that what follows its call is a loop body or a controlled statement.
// loop is set for for and while, not for if.
func (v *View) headsStatement(name string) (heads, loop bool) {
	m, ok := v.macro(name)
	if !ok {
		return false, false
	}
	memo, seen := v.headMemo[name]
	if !seen {
		memo.heads, memo.loop = headOf(m)
		v.headMemo[name] = memo
	}
	return memo.heads, memo.loop
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
	// The bracket that closes last must be opened right after for, while or if.
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

// isStatements reports whether an object-like macro stands for whole statements,
// directly or through the macros its body ends in.
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
