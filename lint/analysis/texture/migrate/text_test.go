package migrate

import (
	"strings"
	"testing"
)

func (v *view) all() string {
	var out []string
	for i := range v.tokens {
		out = append(out, v.at(i))
	}
	return strings.Join(out, " ")
}

func TestViews(t *testing.T) {
	for text, want := range map[string]string{
		"a::b->c == d && x##y":                                "a :: b -> c == d && x ## y",
		"#define A(x) \\\n  t /* c\n d */\n#if N > 1 // e\nf": "# if N > 1 f",
		"a \\ \n b \\\r\n c":                                  "a b c",
		`R"(t "u)" L"v" 1'000 w`:                              `R"(t "u)" L"v" 1'000 w`,
		"\"open\na":                                           "\"open a",
		"a # define b":                                        "a # define b",
		"# /* the size */ define N 1\n":                       "",
	} {
		if got := viewFile([]byte(text)).all(); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if got := viewPart([]byte("a #define b c"), 2, 11).all(); got != "# define b" {
		t.Errorf("a part is %q", got)
	}
}

// TestCallee has calls with the argument t and what is before their parentheses.
func TestCallee(t *testing.T) {
	for _, c := range []struct {
		text, callee string
		explicit     bool
	}{
		{"f(t)", "f", false},
		{"x = f<int>(1, &t)", "f", true},
		{"f<g<int>>(t)", "f", true},
		{"f<g<h<int>>>(t)", "f", true},
		{"k<<<n, 1 << 5>>>(t)", "k", true},
		{"a > (t)", "", false},
	} {
		v := viewPart([]byte(c.text), 0, len(c.text))
		at := v.surroundingsAt(v.find(strings.LastIndexByte(c.text, 't')))
		if got := v.at(at.callee); got != c.callee || got != "" && at.explicit != c.explicit {
			t.Errorf("%s calls %q, explicit %v", c.text, got, at.explicit)
		}
	}
}
