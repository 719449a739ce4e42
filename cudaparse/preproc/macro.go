package preproc

import (
	"strings"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Macro is one definition of a preprocessor macro. It is immutable.
type Macro struct {
	Name string
	// Params are the parameter names of a function-like macro. The last one of a variadic
	// macro is the variadic parameter.
	Params       []string
	FunctionLike bool
	Variadic     bool
	// Body is the replacement text without comments and line splices.
	Body string
	// Path and Span are the file and the span of the directive. Path is "" for -D and
	// predefined macros.
	Path string
	Span source.Span

	once   sync.Once
	tokens []Spelled
	bare   bool // see BareOperator
}

// Tokens returns the tokens of Body. They are cached and must not be changed.
func (m *Macro) Tokens() []Spelled {
	m.once.Do(m.read)
	return m.tokens
}

func (m *Macro) read() {
	m.tokens = Spell(m.Body)
	m.bare = hasBareOperator(m.tokens)
}

// BareOperator reports whether Body has a binary operator outside of parentheses, so that its
// expansion may bind differently in an expression.
func (m *Macro) BareOperator() bool {
	m.once.Do(m.read)
	return m.bare
}

// hasBareOperator is BareOperator for the tokens of a body.
func hasBareOperator(tokens []Spelled) bool {
	depth, operand := 0, false
	for _, t := range tokens {
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
		case t.Kind == Mark && depth == 0 && strings.Contains("+ - * / % & | ^ << >> < > == != <= >= && || ?", t.Text) && operand:
			return true
		}
		operand = operand || t.Kind != Space
	}
	return false
}

// Same reports whether two definitions are equal, but for their places. Both may be nil.
func (m *Macro) Same(other *Macro) bool {
	if m == other || m == nil || other == nil {
		return m == other
	}
	return m.FunctionLike == other.FunctionLike && m.Variadic == other.Variadic && m.Body == other.Body &&
		strings.Join(m.Params, ",") == strings.Join(other.Params, ",")
}

// Define returns the macro of a -D option: NAME, NAME=VALUE or NAME(a)=VALUE.
func Define(option string) *Macro {
	name, value, ok := strings.Cut(option, "=")
	if !ok {
		value = "1"
	}
	m := &Macro{Name: strings.TrimSpace(name), Body: value}
	if base, params, ok := strings.Cut(m.Name, "("); ok {
		m.Name = base
		m.parameters(strings.TrimSuffix(params, ")"))
	}
	return m
}

// definition returns the macro for the text after #define, without comments and line splices;
// nil if it has no name.
func definition(rest string) *Macro {
	n := SkipWord([]byte(rest), 0)
	if n == 0 {
		return nil
	}
	m := &Macro{Name: rest[:n]}
	rest = rest[n:]
	if strings.HasPrefix(rest, "(") {
		params, after, closed := strings.Cut(rest[1:], ")")
		if !closed {
			return nil
		}
		m.parameters(params)
		rest = after
	}
	m.Body = Join(Trim(Spell(rest)))
	return m
}

// parameters makes a macro function-like, with a list of parameters.
func (m *Macro) parameters(list string) {
	m.FunctionLike = true
	for _, p := range strings.Split(list, ",") {
		p = strings.TrimSpace(p)
		switch {
		case p == "...":
			m.Variadic = true
			p = "__VA_ARGS__"
		case strings.HasSuffix(p, "..."): // GNU: args...
			m.Variadic = true
			p = strings.TrimSpace(strings.TrimSuffix(p, "..."))
		}
		if p != "" {
			m.Params = append(m.Params, p)
		}
	}
}
