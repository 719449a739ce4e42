package preproc

// Limits for the expansions of one Expander.
const (
	maxExpansionTokens = 20000
	maxExpansionSteps  = 100000
	maxExpansionDepth  = 400 // nested macros
	bytesPerStep       = 64  // of new text, for # and ##
)

// An Expander expands the macros in one text.
type Expander struct {
	// Lookup returns the definition of a name, nil for none.
	Lookup func(name string) *Macro
	// Condition is set for the condition of an #if: the operand of defined is not expanded.
	Condition bool
	// only, unless it is 0, is one more than the offset of the only token of the source
	// (see Spelled.At) that is expanded, so that arguments are not.
	only int32
	// Work counts the steps, with those through hide sets.
	Work  int
	steps int
}

// Invocation expands a macro invocation, which text is, without expanding its arguments. The
// text is at an offset of the source. ok is false if a limit is exceeded.
func (x *Expander) Invocation(text string, offset int) (out []Spelled, ok bool) {
	in := SpellAt(text, offset)
	x.only = int32(offset) + 1
	out, ok = x.Expand(in)
	x.only = 0
	return Trim(out), ok
}

// A tokenStack is the input of an expansion: lists of tokens, of which the last is read first.
type tokenStack [][]Spelled

func (s *tokenStack) next() (Spelled, bool) {
	for len(*s) > 0 {
		last := len(*s) - 1
		if top := (*s)[last]; len(top) > 0 {
			(*s)[last] = top[1:]
			return top[0], true
		}
		*s = (*s)[:last]
	}
	return Spelled{}, false
}

// Expand expands the macros in tokens as the C++ standard says: an expansion is scanned again
// together with the tokens after it. ok is false if a limit is exceeded.
func (x *Expander) Expand(in []Spelled) (out []Spelled, ok bool) {
	stack := tokenStack{in}
	for {
		x.steps++
		if x.steps > maxExpansionSteps || len(out) > maxExpansionTokens {
			return nil, false
		}
		t, more := stack.next()
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
		if t.Kind != Word || t.hide.has(t.Text) || x.only != 0 && t.at != 0 && t.at != x.only {
			out = append(out, t)
			continue
		}
		if x.Condition && t.Text == "defined" {
			out = copyOperand(append(out, t), &stack)
			continue
		}
		m := x.Lookup(t.Text)
		if m == nil {
			out = append(out, t)
			continue
		}
		body, called, ok := x.invoke(m, t, &stack)
		if !ok {
			return nil, false
		}
		if !called {
			out = append(out, t)
			continue
		}
		stack = append(stack, body)
	}
}

// copyOperand appends the operand of defined without expanding it: a name, or a name in
// parentheses.
func copyOperand(out []Spelled, in *tokenStack) []Spelled {
	for {
		t, more := in.next()
		if !more {
			return out
		}
		out = append(out, t)
		if t.Kind != Space && !t.Is("(") {
			return out
		}
	}
}

// invoke reads the arguments of the macro that token t names, and returns its expansion.
// called is false for a function-like macro without an argument list.
func (x *Expander) invoke(m *Macro, t Spelled, in *tokenStack) (body []Spelled, called, ok bool) {
	if !m.FunctionLike {
		body, ok = x.substitute(m, nil, t.hide.with(m.Name))
		return body, true, ok
	}
	var skipped []Spelled
	open, more := in.next()
	for more && open.Kind == Space {
		skipped = append(skipped, open)
		open, more = in.next()
	}
	if !more || !open.Is("(") {
		if more {
			skipped = append(skipped, open)
		}
		*in = append(*in, skipped)
		return nil, false, true
	}
	args, closing, read, more := readArgs(in, &x.steps)
	if x.steps > maxExpansionSteps {
		return nil, false, false
	}
	if !more { // the argument list does not end: no invocation
		*in = append(*in, append(append(skipped, open), read...))
		return nil, false, true
	}
	body, ok = x.substitute(m, args, t.hide.common(closing.hide).with(m.Name))
	return body, true, ok
}

// readArgs reads the arguments of a macro call. It returns them, the closing parenthesis,
// and every token it read. ok is false if the input ends before the parenthesis.
func readArgs(in *tokenStack, steps *int) (args [][]Spelled, closing Spelled, read []Spelled, ok bool) {
	start := 0
	for depth := 0; ; {
		*steps++
		t, more := in.next()
		if !more || *steps > maxExpansionSteps {
			return nil, Spelled{}, read, false
		}
		read = append(read, t)
		end := len(read) - 1
		switch {
		case t.Is("("):
			depth++
		case t.Is(")") && depth == 0:
			return append(args, read[start:end]), t, read, true
		case t.Is(")"):
			depth--
		case t.Is(",") && depth == 0:
			args, start = append(args, read[start:end]), end+1
		}
	}
}
