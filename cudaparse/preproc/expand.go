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
	// only, unless it is 0, is one more than the offset of the only token with a place
	// (see Spelled.At) that is replaced: arguments stay as they are written.
	only int32
	// Work counts the steps taken, looks at hide sets included.
	Work  int
	steps int
}

// Invocation expands the macro invocation that a text at an offset is; its arguments stay as
// they are written. ok is false past the bounds.
func (x *Expander) Invocation(text string, offset int) (out []Spelled, ok bool) {
	in := SpellAt(text, offset)
	x.only = int32(offset) + 1
	out, ok = x.Expand(in)
	x.only = 0
	return Trim(out), ok
}

// A tokenStack is the input of an expansion: lists of tokens, the next one to be read last.
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

// Expand replaces macros in tokens as the standard says: what a macro becomes
// is scanned again together with what follows. ok is false past the bounds.
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
			out = keepOperand(append(out, t), &stack)
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

// keepOperand appends the operand of defined as it is written: a name, or one in
// parentheses.
func keepOperand(out []Spelled, in *tokenStack) []Spelled {
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

// invoke reads the arguments of a macro that token t names, if it takes any, and returns
// what it becomes. called is false where a function-like macro is named without arguments.
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
	if !more { // the list does not end here: no invocation
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

// A substitution puts arguments into the body of a macro.
type substitution struct {
	x    *Expander
	m    *Macro
	args [][]Spelled
	body []Spelled
	out  []Spelled
	// paste is set where what comes next is pasted to the last token of out.
	paste bool
}

// placemarker stands for an argument without tokens next to ##.
var placemarker = Spelled{Kind: Mark}

func (t Spelled) isPlacemarker() bool { return t.Text == "" }

// substitute returns the body of a macro with its arguments in place, each
// token hidden from the macro itself.
func (x *Expander) substitute(m *Macro, args [][]Spelled, hide *hideSet) ([]Spelled, bool) {
	s := &substitution{x: x, m: m, args: args, body: m.Tokens()}
	if !s.run(s.body) {
		return nil, false
	}
	out := s.out[:0]
	for _, t := range s.out {
		if t.isPlacemarker() {
			continue
		}
		if t.Kind == Word || t.Is(")") {
			t.hide = t.hide.union(hide)
		}
		out = append(out, t)
	}
	return out, true
}

// run goes through tokens of the body.
func (s *substitution) run(body []Spelled) bool {
	for i := 0; i < len(body); i++ {
		t := body[i]
		s.x.steps++
		if len(s.out) > maxExpansionTokens || s.x.steps > maxExpansionSteps {
			return false
		}
		if s.m.FunctionLike && t.Is("#") {
			if k := afterSpace(body, i+1); k < len(body) {
				if raw, ok := s.argument(body[k]); ok {
					s.add([]Spelled{{Text: quote(raw), Kind: Literal}})
					i = k
					continue
				}
			}
		}
		if t.Is("##") && len(s.out) > 0 {
			s.out = trimTrailing(s.out)
			s.paste = true
			i = afterSpace(body, i+1) - 1
			continue
		}
		if s.m.Variadic && t.Kind == Word && t.Text == "__VA_OPT__" {
			end, ok := s.optional(body, i)
			if !ok {
				return false
			}
			if end > 0 {
				i = end
				continue
			}
		}
		raw, ok := s.argument(t)
		if !ok {
			s.add([]Spelled{t})
			continue
		}
		if s.paste && len(raw) == 0 && len(s.out) > 0 && s.out[len(s.out)-1].Is(",") && s.isRest(t) {
			// GNU: the comma before an empty rest goes away, but not that of an argument.
			s.out[len(s.out)-1], s.paste = placemarker, false
			continue
		}
		if s.paste && len(s.out) > 0 && s.out[len(s.out)-1].Is(",") && s.isRest(t) {
			s.paste = false // , ## __VA_ARGS__ pastes nothing
			s.add(raw)
			continue
		}
		if s.paste || pastedNext(body, i) {
			if len(raw) == 0 {
				raw = []Spelled{placemarker}
			}
			s.add(raw)
			continue
		}
		full, ok := s.expanded(raw)
		if !ok {
			return false
		}
		s.add(full)
	}
	return true
}

// expanded returns an argument with its macros replaced. As for gcc, defined is a name like
// any other in it.
func (s *substitution) expanded(raw []Spelled) ([]Spelled, bool) {
	condition := s.x.Condition
	s.x.Condition = false
	full, ok := s.x.Expand(raw)
	s.x.Condition = condition
	return full, ok
}

// optional carries out the __VA_OPT__ at token i and returns the token that ends it, 0
// where no parentheses follow.
func (s *substitution) optional(body []Spelled, i int) (end int, ok bool) {
	open := afterSpace(body, i+1)
	if open >= len(body) || !body[open].Is("(") {
		return 0, true
	}
	depth := 0
	for end = open; end < len(body); end++ {
		if body[end].Is("(") {
			depth++
		} else if body[end].Is(")") {
			if depth--; depth == 0 {
				break
			}
		}
	}
	if end == len(body) {
		return 0, true
	}
	rest, _ := s.argument(Spelled{Text: s.m.Params[len(s.m.Params)-1], Kind: Word})
	full, ok := s.expanded(rest)
	if !ok {
		return 0, false
	}
	inner := &substitution{x: s.x, m: s.m, args: s.args}
	if len(Trim(full)) > 0 {
		if !inner.run(Trim(body[open+1 : end])) {
			return 0, false
		}
	}
	if len(inner.out) == 0 {
		inner.out = []Spelled{placemarker}
	}
	s.add(inner.out)
	return end, true
}

// isRest reports whether a token names the arguments of the variadic parameter.
func (s *substitution) isRest(t Spelled) bool {
	return s.m.Variadic && t.Text == s.m.Params[len(s.m.Params)-1]
}

// argument returns the tokens that a token of the body stands for, if it is a parameter.
func (s *substitution) argument(t Spelled) (raw []Spelled, ok bool) {
	if t.Kind != Word || !s.m.FunctionLike {
		return nil, false
	}
	for i, p := range s.m.Params {
		if p != t.Text {
			continue
		}
		if s.m.Variadic && i == len(s.m.Params)-1 {
			for j := i; j < len(s.args); j++ {
				if j > i {
					raw = append(raw, Spelled{Text: ",", Kind: Mark})
				}
				raw = append(raw, s.args[j]...)
			}
			return Trim(raw), true
		}
		if i < len(s.args) {
			return Trim(s.args[i]), true
		}
		return nil, true
	}
	return nil, false
}

// add appends tokens, the first of them to the last token if that is pasted.
func (s *substitution) add(tokens []Spelled) {
	if len(tokens) > 0 && tokens[0].Kind == Space && s.paste {
		return
	}
	if !s.paste || len(tokens) == 0 || len(s.out) == 0 {
		s.out, s.paste = append(s.out, tokens...), s.paste && len(tokens) == 0
		return
	}
	last := len(s.out) - 1
	left, right := s.out[last], tokens[0]
	s.out = append(s.out[:last], paste(left, right)...)
	s.out, s.paste = append(s.out, tokens[1:]...), false
}

// paste returns one token of two, or both where they make none.
func paste(left, right Spelled) []Spelled {
	switch {
	case left.isPlacemarker():
		return []Spelled{right}
	case right.isPlacemarker():
		return []Spelled{left}
	}
	text := left.Text + right.Text
	if whole := Spell(text); len(whole) == 1 {
		return whole
	}
	return []Spelled{left, right}
}

// afterSpace returns the first token from i on that is no white space.
func afterSpace(tokens []Spelled, i int) int {
	for i < len(tokens) && tokens[i].Kind == Space {
		i++
	}
	return i
}

// pastedNext reports whether ## follows token i.
func pastedNext(body []Spelled, i int) bool {
	i = afterSpace(body, i+1)
	return i < len(body) && body[i].Is("##")
}

// quote returns the string literal that # makes of an argument.
func quote(tokens []Spelled) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, t := range tokens {
		if t.Kind != Literal {
			b.WriteString(t.Text)
			continue
		}
		for i := range len(t.Text) {
			if c := t.Text[i]; c == '"' || c == '\\' {
				b.WriteByte('\\')
			}
			b.WriteByte(t.Text[i])
		}
	}
	b.WriteByte('"')
	return b.String()
}
