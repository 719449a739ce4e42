package repair

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/source"
)

func TestLex(t *testing.T) {
	for _, c := range []struct{ text, tokens, comments string }{
		{"", "", ""},
		{"int a=1;", "int|a|=|1|;", ""},
		{"k<<<g,b>>>(x->y::z)", "k|<<<|g|,|b|>>>|(|x|->|y|::|z|)", ""},
		{"1e+5f 0x1p-3 1'000 .5", "1e+5f|0x1p-3|1'000|.5", ""},
		{`"a\"b" 'c' L"d" u8'e'`, `"a\"b"|'c'|L"d"|u8'e'`, ""},
		{`R"x(a)"b)x" c`, `R"x(a)"b)x"|c`, ""},
		{"\"open\nint", "\"open|int", ""},
		{"a // b\nc /* d\ne */ f", "a|c|f", "// b|/* d\ne */"},
		{"a // b \\\nc\nd", "a|d", "// b \\\nc"},
		{"#define A(x) \\\n  x // c\nb", "#define A(x) \\\n  x|b", "// c"},
		{"  # if A /* b */\n#endif", "# if A|#endif", "/* b */"},
		{"a # b", "a|#|b", ""},
		{"\xef\xbb\xbfa", "a", ""},
		{"/* open", "", "/* open"},
		{"a \\\n b", "a|b", ""},
	} {
		tokens, comments := lex([]byte(c.text))
		join := func(tokens []token) string {
			var words []string
			for _, k := range tokens {
				words = append(words, c.text[k.Start():k.End()])
			}
			return strings.Join(words, "|")
		}
		if got := join(tokens); got != c.tokens {
			t.Errorf("%q: tokens %q, want %q", c.text, got, c.tokens)
		}
		if got := join(comments); got != c.comments {
			t.Errorf("%q: comments %q, want %q", c.text, got, c.comments)
		}
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		body string
		want bool
	}{
		{"", true}, {"__device__ __host__", true}, {"static inline", true}, {"__attribute__((always_inline))", true},
		{"__launch_bounds__(256, 2)", true}, {"extern \"C\" __global__", true}, {"__align__(16)", true},
		{"1", false}, {"(1)", false}, {"\"text\"", false}, {"x + y", false}, {"float", false}, {"typedef", false},
	} {
		if got := IsAttributes(c.body); got != c.want {
			t.Errorf("%q: %v", c.body, got)
		}
	}
}

// What the grammar makes of operator< depends on what follows up to a >, however far away.
func TestLessNear(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"bool operator<(S b) const;", "bool operator_(S b) const;"},
		{"bool operator<=(S b) const;", "bool operator__(S b) const;"},
		{"bool operator<<(S b) const; bool operator==(S b);", "bool operator__(S b) const; bool operator==(S b);"},
		{"bool operator< <int>(S b);", "bool operator< <int>(S b);"},
	} {
		v := NewView([]byte(c.text), []source.Span{{Start: 0, End: len(c.text)}}, nil)
		v.lessNear()
		if got := string(Apply([]byte(c.text), v.take())); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
	}
}

// Edits never move text, whatever the text is.
func FuzzSteps(f *testing.F) {
	for _, text := range []string{"#if A\nf(int,\n#else\n{\n#endif\n)", "new T*[1]", "\"a\"B\"c\"", "M(a, {b;})", "x] __device__ (", "#define A \\\n/**/ \\\nb", "f(void * =0)"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, s := range append(append([]Step{Conditionals}, Certain...), Guesses...) {
			edits := s.Find(NewView(text, []source.Span{{Start: 0, End: len(text)}}, nil))
			end := 0
			for _, e := range edits {
				if e.Start < end || e.End() > len(text) || len(e.Text) == 0 {
					t.Fatalf("%s: edit %+v after %d in %d bytes", s.Name, e, end, len(text))
				}
				end = e.End()
			}
			if got := Apply(text, edits); len(got) != len(text) {
				t.Fatalf("%s: %d bytes became %d", s.Name, len(text), len(got))
			}
		}
	})
}
