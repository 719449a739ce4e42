package sema

import (
	"strings"
)

// Bounds of expansion, so that hostile macros end.
const (
	maxExpansionTokens = 20000
	maxExpansionSteps  = 100000
	maxExpansionBytes  = 1 << 18
	maxExpansionNest   = 40    // expansions inside expansions
	maxExpansionDepth  = 400   // macros that name each other
	maxExpansions      = 50000 // of one unit
	workOfExpansion    = 1000  // that counts as one more expansion
)

// An expander replaces the macros of one text.
type expander struct {
	lookup func(name string) *Macro
	steps  int
	work   int // steps, and looks at hide sets
}

// expand replaces macros in tokens as the standard says: what a macro becomes
// is scanned again together with what follows. ok is false past the bounds.
func (x *expander) expand(in []token) (out []token, ok bool) {
	// The input is a stack of token lists, the last one first.
	stack := [][]token{in}
	next := func() (token, bool) {
		for len(stack) > 0 {
			if top := stack[len(stack)-1]; len(top) > 0 {
				stack[len(stack)-1] = top[1:]
				return top[0], true
			}
			stack = stack[:len(stack)-1]
		}
		return token{}, false
	}
	for {
		x.steps++
		if x.steps > maxExpansionSteps || len(out) > maxExpansionTokens {
			return nil, false
		}
		t, more := next()
		if !more {
			return out, true
		}
		x.work++
		if t.hide != nil {
			x.work += t.hide.depth
			if t.hide.depth > maxExpansionDepth {
				return nil, false
			}
		}
		if t.kind != tokenIdent || t.hide.has(t.text) {
			out = append(out, t)
			continue
		}
		m := x.lookup(t.text)
		if m == nil {
			out = append(out, t)
			continue
		}
		var args [][]token
		if m.FunctionLike {
			var skipped []token
			open, more := next()
			for more && open.kind == tokenSpace {
				skipped = append(skipped, open)
				open, more = next()
			}
			if !more || !open.is("(") {
				out = append(out, t)
				if more {
					stack = append(stack, append(skipped, open))
				}
				continue
			}
			if args, more = readArgs(next, &x.steps); !more {
				return nil, false
			}
		}
		body, ok := x.substitute(m, args, t.hide.with(t.text))
		if !ok {
			return nil, false
		}
		stack = append(stack, body)
	}
}

// readArgs reads the arguments of an invocation up to its closing parenthesis.
func readArgs(next func() (token, bool), steps *int) (args [][]token, ok bool) {
	var arg []token
	for depth := 0; ; {
		*steps++
		t, more := next()
		if !more || *steps > maxExpansionSteps {
			return nil, false
		}
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") && depth == 0:
			return append(args, trimSpace(arg)), true
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.is(",") && depth == 0:
			args, arg = append(args, trimSpace(arg)), nil
			continue
		}
		arg = append(arg, t)
	}
}

// substitute returns the body of a macro with its arguments in place, each
// token hidden from the macro itself.
func (x *expander) substitute(m *Macro, args [][]token, hide *hideSet) ([]token, bool) {
	body := m.tokens()
	param := func(t token) (raw []token, ok bool) {
		if t.kind != tokenIdent || !m.FunctionLike {
			return nil, false
		}
		for i, p := range m.Params {
			if p != t.text {
				continue
			}
			if m.Variadic && i == len(m.Params)-1 {
				for j := i; j < len(args); j++ {
					if j > i {
						raw = append(raw, token{text: ",", kind: tokenPunct})
					}
					raw = append(raw, args[j]...)
				}
				return raw, true
			}
			if i < len(args) {
				return args[i], true
			}
			return nil, true
		}
		return nil, false
	}
	var out []token
	for i := 0; i < len(body); i++ {
		t := body[i]
		x.steps++
		if len(out) > maxExpansionTokens || x.steps > maxExpansionSteps {
			return nil, false
		}
		if t.is("#") && m.FunctionLike && i+1 < len(body) {
			if raw, ok := param(body[i+1]); ok {
				out = append(out, token{text: quote(joinTokens(raw)), kind: tokenString})
				i++
				continue
			}
		}
		if t.is("##") {
			out = trimTrailing(out)
			for i+1 < len(body) && body[i+1].kind == tokenSpace {
				i++
			}
			if i+1 < len(body) {
				i++
				right := []token{body[i]}
				if raw, ok := param(body[i]); ok {
					right = raw
				}
				out = paste(out, right)
			}
			continue
		}
		raw, ok := param(t)
		if !ok {
			out = append(out, t)
			continue
		}
		if pastedNext(body, i) {
			out = append(out, raw...)
			continue
		}
		full, ok := x.expand(raw)
		if !ok {
			return nil, false
		}
		out = append(out, full...)
	}
	for i := range out {
		if out[i].kind == tokenIdent {
			if out[i].hide == nil {
				out[i].hide = hide
			} else if !out[i].hide.has(hide.name) {
				out[i].hide = out[i].hide.with(hide.name)
			}
		}
	}
	return out, true
}

func trimTrailing(tokens []token) []token {
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == tokenSpace {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// pastedNext reports whether ## follows token i.
func pastedNext(body []token, i int) bool {
	for i++; i < len(body) && body[i].kind == tokenSpace; i++ {
	}
	return i < len(body) && body[i].is("##")
}

func paste(left, right []token) []token {
	if len(left) == 0 || len(right) == 0 {
		// GNU: the comma before an empty __VA_ARGS__ goes away.
		if len(right) == 0 && len(left) > 0 && left[len(left)-1].is(",") {
			return left[:len(left)-1]
		}
		return append(left, right...)
	}
	last := left[len(left)-1]
	if last.is(",") {
		return append(left, right...)
	}
	text := last.text + right[0].text
	kind := last.kind
	if kind == tokenPunct {
		kind = right[0].kind
	}
	out := append([]token(nil), left[:len(left)-1]...)
	return append(append(out, token{text: text, kind: kind}), right[1:]...)
}

func quote(text string) string {
	text = strings.ReplaceAll(text, `\`, `\\`)
	return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
}

const (
	inExpression position = iota
	inStatement
	inType
	inFile
)
