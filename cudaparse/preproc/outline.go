package preproc

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Directive is a #define, #undef or #include, or one of a conditional.
type Directive struct {
	// Span starts at the # and ends before a comment after the directive.
	Span source.Span
	// Keyword is define, undef, include, include_next, if, ifdef, ifndef, elif, elifdef,
	// elifndef, else or endif.
	Keyword string
	// Rest is the text after the keyword, with a space for each comment and line splice.
	Rest string
	// Macro is the macro of a valid define, otherwise nil.
	Macro *Macro
	// In is the arm around the directive, as an index of Outline.Arms; for a directive of a
	// conditional it is the arm around the conditional.
	In int32
	// Arm is the arm that the directive begins, 0 for none.
	Arm int32
	// condition is the tokens of Rest for if and elif.
	condition []Spelled
}

// An Arm is one branch of a conditional.
type Arm struct {
	// Directive is the index of the directive that begins the arm.
	Directive int32
	// Outer is the arm around the conditional. Prev is the previous arm of the same
	// conditional, 0 for the first.
	Outer, Prev int32
	// Guard is set for the arm of an include guard: #ifndef NAME, #define NAME, and the
	// content of the file.
	Guard bool
}

// An Outline is the directives of a text. It depends on the text alone.
type Outline struct {
	Path string
	Text []byte
	// Directives are in source order.
	Directives []Directive
	// Arms[0] is the whole file, outside of conditionals.
	Arms []Arm
	// System is set if the text has #pragma GCC system_header.
	System bool
}

// NewOutline returns the outline of a text.
func NewOutline(path string, text []byte) *Outline {
	o := &Outline{Path: path, Text: text, Arms: make([]Arm, 1)}
	if bytes.IndexByte(text, '#') < 0 {
		return o
	}
	s := outliner{Outline: o}
	x := NewLexer(text, Lines)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		if t.Kind != Line {
			s.code = true
			continue
		}
		s.directive(source.Span{Start: t.Start(), End: t.End()})
		s.code = false
	}
	return o
}

// An outliner builds an Outline.
type outliner struct {
	*Outline
	open []int32 // the current arms, the innermost last
	code bool    // there is code after the last directive
}

func (s *outliner) directive(span source.Span) {
	keyword, rest := SplitDirective(s.Text[span.Start:span.End])
	d := Directive{Span: span, Keyword: keyword, Rest: rest, In: s.innermost()}
	switch keyword {
	case "define":
		if d.Macro = definition(rest); d.Macro != nil {
			d.Macro.Path, d.Macro.Span = s.Path, span
			s.guard(d.Macro.Name)
		}
	case "undef", "include", "include_next":
	case "if", "ifdef", "ifndef":
		d.spell()
		d.Arm = s.arm(d.In, 0)
		s.open = append(s.open, d.Arm)
	case "elif", "elifdef", "elifndef", "else":
		if len(s.open) == 0 {
			return
		}
		d.spell()
		last := s.open[len(s.open)-1]
		s.unguard(last)
		d.In = s.Arms[last].Outer
		d.Arm = s.arm(d.In, last)
		s.open[len(s.open)-1] = d.Arm
	case "endif":
		if len(s.open) == 0 {
			return
		}
		s.unguard(s.innermost())
		d.In = s.Arms[s.innermost()].Outer
		s.open = s.open[:len(s.open)-1]
	case "pragma":
		words := strings.Fields(rest)
		s.System = s.System || len(words) == 2 && words[1] == "system_header" && (words[0] == "GCC" || words[0] == "clang")
		return
	default:
		return
	}
	s.Directives = append(s.Directives, d)
}

// spell sets the condition of an if or elif.
func (d *Directive) spell() {
	if d.Keyword == "if" || d.Keyword == "elif" {
		d.condition = Spell(d.Rest)
	}
}

// innermost returns the current arm.
func (s *outliner) innermost() int32 {
	if len(s.open) == 0 {
		return 0
	}
	return s.open[len(s.open)-1]
}

func (s *outliner) arm(outer, prev int32) int32 {
	s.Arms = append(s.Arms, Arm{Directive: int32(len(s.Directives)), Outer: outer, Prev: prev})
	return int32(len(s.Arms) - 1)
}

// guard marks the arm of the last directive as an include guard, if that is the #ifndef of a
// name that is defined now.
func (s *outliner) guard(name string) {
	if n := len(s.Directives); n > 0 && !s.code {
		if d := s.Directives[n-1]; d.Keyword == "ifndef" && d.In == 0 && firstWord(d.Rest) == name {
			s.Arms[d.Arm].Guard = true
		}
	}
}

// unguard removes the mark from an arm that ends with nothing but the definition in it: that
// is the default value of a macro.
func (s *outliner) unguard(arm int32) {
	if n := int32(len(s.Directives)); !s.code && s.Arms[arm].Directive == n-2 {
		s.Arms[arm].Guard = false
	}
}

// firstWord returns the identifier that a text begins with.
func firstWord(text string) string { return text[:SkipWord([]byte(text), 0)] }

// SplitDirective returns the keyword of a preprocessor line and the rest, with a space for each
// comment and line splice.
func SplitDirective(line []byte) (keyword, rest string) {
	clean := make([]byte, 0, len(line))
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == '/' && i+1 < len(line) && (line[i+1] == '/' || line[i+1] == '*'):
			i = SkipComment(line, i)
			clean = append(clean, ' ')
		case c == '"' || c == '\'':
			end := SkipLiteral(line, i, false)
			clean = append(clean, line[i:end]...)
			i = end
		case Continuation(line, i) > 0:
			i += Continuation(line, i)
			clean = append(clean, ' ')
		default:
			clean = append(clean, c)
			i++
		}
	}
	s := strings.TrimLeft(strings.TrimPrefix(string(clean), "#"), " \t")
	n := SkipWord([]byte(s), 0)
	return s[:n], strings.TrimSpace(s[n:])
}
