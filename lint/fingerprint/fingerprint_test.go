package fingerprint

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCodeIsWithoutFormatting(t *testing.T) {
	for _, c := range [][2]string{
		{"t[ i ]", "t[i]"},
		{" const  float * p // the table\n", "const float*p"},
		{"f(a, /* b */ c)", "f(a,c)"},
		{"a /b", "a/b"},
		{"a \\\n + \\\r\n b", "a+b"},
		{`f("a  /* b */ \" c" , 'x')`, `f("a  /* b */ \" c",'x')`},
		{"x = 1'000 + 2", "x=1'000+2"},
		{"/* open", ""}, {"// open", ""}, {"", ""}, {"\"open\n x", "\"open x"},
		// These are not what they mean, but what they were: fingerprints remain.
		{"1'000 + 2'000", "1'000 + 2'000"},
		{`R"(a  // b)"  c`, `R"(a  // b)"c`}, {"R\"(a\n  b)\" c", "R\"(a b)\"c"},
		{"a // b \\\n c", "a c"}, {"\"a\\\r\n b\"", "\"a b\""}, {"\"a\\\n b\"", "\"a\\\n b\""},
	} {
		if got := unformatted(c[0]); got != c[1] {
			t.Errorf("unformatted(%q) = %q, want %q", c[0], got, c[1])
		}
	}
	long := strings.Repeat("é[i]+", 100)
	a, b := unformatted(long+"x"), unformatted(long+"y")
	if a == b || len(a) > MaxCode+11 || !utf8.ValidString(a) {
		t.Errorf("long texts give %q and %q", a, b)
	}
}
