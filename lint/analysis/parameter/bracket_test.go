package parameter

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

func TestBrackets(t *testing.T) {
	for _, c := range []struct {
		text, at string
		find     func(text []byte, tokens []preproc.Token, i int) int
		want     string // the token found, and the one after it
	}{
		{"f(a[1], (b)) c", "(", match, ")c"},
		{"f(a[1], '(' \"(\") c", "(", match, ")c"},
		{"f(a", "(", match, ""},
		{"f(a[1], b) c", "b", opening, "(a"},
		{"f<a, 1> (b)", "<", closeAngle, "(b"},
		{"f<g<a>>(b)", "<", closeAngle, "(b"},
		{"f<g<h<a>>>(b)", "<", closeAngle, "(b"},
		{"f<(a > b)>(c)", "<", closeAngle, "(c"},
		{"f<1 << 2>(c)", "<", closeAngle, "(c"},
		{"f < a; b > c", "<", closeAngle, ""},
	} {
		text := []byte(c.text)
		tokens := preproc.Lex(text, preproc.Operators)
		at := 0
		for !tokens[at].Is(text, c.at) {
			at++
		}
		got := ""
		if i := c.find(text, tokens, at); i >= 0 {
			got = tokens[i].In(text) + tokens[i+1].In(text)
		}
		if got != c.want {
			t.Errorf("%s: from %s it finds %q, want %q", c.text, c.at, got, c.want)
		}
	}
}

func TestParseDefine(t *testing.T) {
	for _, c := range []struct {
		text               string
		function, variadic bool
		body               int // tokens
	}{
		{"#define A(x, ...) x ## 1'000 // c", true, true, 3},
		{"#define A(x) x", true, false, 1},
		{"#define A (x)", false, false, 3},
		{"# define A(x) \\\n  f(x) /* c */ \"a\"", true, false, 5},
	} {
		line := preproc.Lex([]byte(c.text), preproc.Lines)[0]
		d, ok := parseDefine([]byte(c.text), line)
		if !ok || d.name != "A" || d.function != c.function || d.variadic != c.variadic || len(d.body) != c.body {
			t.Errorf("%q: %+v, %v", c.text, d, ok)
		}
	}
}
