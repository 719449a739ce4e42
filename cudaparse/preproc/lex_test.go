package preproc

import (
	"slices"
	"strings"
	"testing"
)

func spelledBy(text string, mode Mode) string {
	var out []string
	for _, t := range Lex([]byte(text), mode) {
		out = append(out, t.In([]byte(text)))
	}
	return strings.Join(out, "|")
}

func TestModes(t *testing.T) {
	for _, c := range []struct {
		mode       Mode
		text, want string
	}{
		{0, `1'000 + 2'000 L'"' R"(a "b)"`, `1'000|+|2'000|L'"'|R"(a "b)"`},
		{Quotes, `1'000 + 2'000 L'"' R"(a "b)"`, `1|'000 + 2'|000|L|'"'|R|"(a "|b|)|"`},
		{0, "don't  do\n\"a\\\"", "don|'t  do|\"a\\\""},
		{Quotes, "don't  do\n\"a\\\"", "don|'|t|do|\"|a|\\|\""},
		{0, "// a \\\n b\nc", "c"},
		{Quotes, "// a \\\n b\nc", "b|c"},
		{0, "\"a\\\n b\" \"a\\\r\n b\"", "\"a\\\n b\"|\"a\\\r\n b\""},
		{Quotes, "\"a\\\n b\" \"a\\\r\n b\"", "\"a\\\n b\"|\"|a|b|\""},
		{0, "\xef\xbb\xbfa", "a"},
		{Quotes, "\xef\xbb\xbfa", "\xef\xbb\xbfa"},
		{0, "a##b >> c", "a|#|#|b|>|>|c"},
		{Operators, "a##b >> c ...", "a|##|b|>>|c|..."},
		{Lines, "#define N 1'000 /* goes\n on */ a\nb", "#define N 1'000 /* goes\n on */ a|b"},
		{Lines, "#error don't /* a\nb", "#error don't /* a|b"},
	} {
		if got := spelledBy(c.text, c.mode); got != c.want {
			t.Errorf("%q with mode %b is %q, want %q", c.text, c.mode, got, c.want)
		}
	}
}

func TestLexAt(t *testing.T) {
	text := []byte("\xef\xbb\xbfab #c\"d\" e")
	for _, c := range []struct {
		from, to int
		want     string
	}{{0, len(text), "ab|#|c|\"d\"|e"}, {4, 10, "b|#|c|\"d"}, {6, 8, "#c"}, {5, 5, ""}} {
		var got []string
		for _, token := range LexAt(text, c.from, c.to, Lines) {
			if token.Start() < c.from || token.End() > c.to {
				t.Errorf("[%d, %d) has a token at [%d, %d)", c.from, c.to, token.Start(), token.End())
			}
			got = append(got, token.In(text))
		}
		if got := strings.Join(got, "|"); got != c.want {
			t.Errorf("[%d, %d) is %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestTokenIs(t *testing.T) {
	src := []byte(`a "a" +`)
	tokens := Lex(src, 0)
	if !tokens[0].Is(src, "a") || tokens[1].Is(src, `"a"`) || !tokens[2].Is(src, "+") || tokens[0].Is(src, "") {
		t.Error("words and marks are what they are spelled, literals are not")
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"a + b_1 * 10u /* c */ // d":       "a b_1",
		`_Pragma("unroll N") x`:            "_Pragma unroll N x",
		`asm("ld.const %0, [t1];" : "=r")`: "asm ld const t1 r",
		`R"(a "b)" 'c'`:                    "R a b c",
	} {
		if got := strings.Join(slices.Collect(Words(text)), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", text, got, want)
		}
	}
	for range Words(`"a b" c`) {
		break // in a literal
	}
}
