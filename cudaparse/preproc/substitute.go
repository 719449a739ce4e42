package preproc

import "strings"

// A substitution replaces the parameters in the body of a macro by arguments.
type substitution struct {
	x    *Expander
	m    *Macro
	args [][]Spelled
	body []Spelled
	out  []Spelled
	// paste is set after ##: the next token is pasted to the last one of out.
	paste bool
}

// placemarker is the standard's placemarker token: an empty argument next to ##.
var placemarker = Spelled{Kind: Mark}

func (t Spelled) isPlacemarker() bool { return t.Text == "" }

// substitute returns the body of a macro with its arguments. hide is added to the hide set of
// each token.
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

// run substitutes the tokens of a body, or of a part of it. It reports false if a limit is
// exceeded.
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
					literal := quote(raw)
					s.x.steps += len(literal) / bytesPerStep
					s.add([]Spelled{{Text: literal, Kind: Literal}})
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
			// GNU: , ## __VA_ARGS__ deletes the comma if there are no variadic arguments.
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

// expanded returns an argument with its macros expanded. Like gcc, it treats defined in an
// argument as any other name.
func (s *substitution) expanded(raw []Spelled) ([]Spelled, bool) {
	condition := s.x.Condition
	s.x.Condition = false
	full, ok := s.x.Expand(raw)
	s.x.Condition = condition
	return full, ok
}

// optional substitutes the __VA_OPT__ at token i and returns the index of its last token, 0
// if it has no parentheses.
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

// isRest reports whether a token names the variadic parameter.
func (s *substitution) isRest(t Spelled) bool {
	return s.m.Variadic && t.Text == s.m.Params[len(s.m.Params)-1]
}

// argument returns the argument for a token of the body. ok is false if it is not a parameter.
func (s *substitution) argument(t Spelled) (raw []Spelled, ok bool) {
	if t.Kind != Word || !s.m.FunctionLike {
		return nil, false
	}
	s.x.steps += len(s.m.Params) / 64
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
			s.x.steps += len(raw) / 16
			return Trim(raw), true
		}
		if i < len(s.args) {
			return Trim(s.args[i]), true
		}
		return nil, true
	}
	return nil, false
}

// add appends tokens. After ##, the first one is pasted to the last one of out.
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
	s.x.steps += (len(left.Text) + len(right.Text)) / bytesPerStep
	s.out = append(s.out[:last], paste(left, right)...)
	s.out, s.paste = append(s.out, tokens[1:]...), false
}

// paste returns the token that two tokens form, or both if they do not form one.
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

// afterSpace returns the index of the first token from i on that is not white space.
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

// quote returns an argument as a string literal, for #.
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
