package preproc

import "strings"

// Bounds of expansion, so that hostile macros end.
const (
	maxExpansionTokens = 20000
	maxExpansionSteps  = 100000
	maxExpansionDepth  = 400 // macros that name each other
)

// An Expander replaces the macros of one text.
type Expander struct {
	// Lookup returns what a name is defined as, nil for nothing.
	Lookup func(name string) *Macro
	// Condition is set for the text of an #if: the operand of defined stays as it is.
	Condition bool
	// Work counts the steps taken, looks at hide sets included.
	Work  int
	steps int
}

// Expand replaces macros in tokens as the standard says: what a macro becomes
// is scanned again together with what follows. ok is false past the bounds.
func (x *Expander) Expand(in []Spelled) (out []Spelled, ok bool) {
	// The input is a stack of token lists, the last one first.
	stack := [][]Spelled{in}
	next := func() (Spelled, bool) {
		for len(stack) > 0 {
			if top := stack[len(stack)-1]; len(top) > 0 {
				stack[len(stack)-1] = top[1:]
				return top[0], true
			}
			stack = stack[:len(stack)-1]
		}
		return Spelled{}, false
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
		x.Work++
		if t.hide != nil {
			x.Work += t.hide.depth
			if t.hide.depth > maxExpansionDepth {
				return nil, false
			}
		}
		if t.Kind != Word || t.hide.has(t.Text) {
			out = append(out, t)
			continue
		}
		if x.Condition && t.Text == "defined" {
			out = append(out, t)
			out = keepOperand(out, next)
			continue
		}
		m := x.Lookup(t.Text)
		if m == nil {
			out = append(out, t)
			continue
		}
		var args [][]Spelled
		if m.FunctionLike {
			var skipped []Spelled
			open, more := next()
			for more && open.Kind == Space {
				skipped = append(skipped, open)
				open, more = next()
			}
			if !more || !open.Is("(") {
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
		body, ok := x.substitute(m, args, t.hide.with(t.Text))
		if !ok {
			return nil, false
		}
		stack = append(stack, body)
	}
}

// keepOperand appends the operand of defined as it is written: a name, or one in
// parentheses.
func keepOperand(out []Spelled, next func() (Spelled, bool)) []Spelled {
	for {
		t, more := next()
		if !more {
			return out
		}
		out = append(out, t)
		if t.Kind != Space && !t.Is("(") {
			return out
		}
	}
}

// readArgs reads the arguments of an invocation up to its closing parenthesis.
func readArgs(next func() (Spelled, bool), steps *int) (args [][]Spelled, ok bool) {
	var arg []Spelled
	for depth := 0; ; {
		*steps++
		t, more := next()
		if !more || *steps > maxExpansionSteps {
			return nil, false
		}
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") && depth == 0:
			return append(args, Trim(arg)), true
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
		case t.Is(",") && depth == 0:
			args, arg = append(args, Trim(arg)), nil
			continue
		}
		arg = append(arg, t)
	}
}

// substitute returns the body of a macro with its arguments in place, each
// token hidden from the macro itself.
func (x *Expander) substitute(m *Macro, args [][]Spelled, hide *hideSet) ([]Spelled, bool) {
	body := m.Tokens()
	param := func(t Spelled) (raw []Spelled, ok bool) {
		if t.Kind != Word || !m.FunctionLike {
			return nil, false
		}
		for i, p := range m.Params {
			if p != t.Text {
				continue
			}
			if m.Variadic && i == len(m.Params)-1 {
				for j := i; j < len(args); j++ {
					if j > i {
						raw = append(raw, Spelled{Text: ",", Kind: Mark})
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
	var out []Spelled
	for i := 0; i < len(body); i++ {
		t := body[i]
		x.steps++
		if len(out) > maxExpansionTokens || x.steps > maxExpansionSteps {
			return nil, false
		}
		if t.Is("#") && m.FunctionLike && i+1 < len(body) {
			if raw, ok := param(body[i+1]); ok {
				out = append(out, Spelled{Text: quote(Join(raw)), Kind: Literal})
				i++
				continue
			}
		}
		if t.Is("##") {
			out = trimTrailing(out)
			for i+1 < len(body) && body[i+1].Kind == Space {
				i++
			}
			if i+1 < len(body) {
				i++
				right := []Spelled{body[i]}
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
		full, ok := x.Expand(raw)
		if !ok {
			return nil, false
		}
		out = append(out, full...)
	}
	for i := range out {
		if out[i].Kind == Word {
			if out[i].hide == nil {
				out[i].hide = hide
			} else if !out[i].hide.has(hide.name) {
				out[i].hide = out[i].hide.with(hide.name)
			}
		}
	}
	return out, true
}

// pastedNext reports whether ## follows token i.
func pastedNext(body []Spelled, i int) bool {
	for i++; i < len(body) && body[i].Kind == Space; i++ {
	}
	return i < len(body) && body[i].Is("##")
}

func paste(left, right []Spelled) []Spelled {
	if len(left) == 0 || len(right) == 0 {
		// GNU: the comma before an empty __VA_ARGS__ goes away.
		if len(right) == 0 && len(left) > 0 && left[len(left)-1].Is(",") {
			return left[:len(left)-1]
		}
		return append(left, right...)
	}
	last := left[len(left)-1]
	if last.Is(",") {
		return append(left, right...)
	}
	text := last.Text + right[0].Text
	kind := last.Kind
	if kind == Mark {
		kind = right[0].Kind
	}
	out := append([]Spelled(nil), left[:len(left)-1]...)
	return append(append(out, Spelled{Text: text, Kind: kind}), right[1:]...)
}

func quote(text string) string {
	text = strings.ReplaceAll(text, `\`, `\\`)
	return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
}
