package cudaparse

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

func TestCheck(t *testing.T) {
	utf16 := strings.Join(strings.Split("int main() { return 0; }", ""), "\x00") + "\x00"
	for _, c := range []struct {
		name, text string
		offset     int // -1: no problem
		fatal      bool
		message    string
	}{
		{"empty", "", -1, false, ""},
		{"ASCII", "int a;\n", -1, false, ""},
		{"UTF-8", "// größer 🙂\n", -1, false, ""},
		{"byte order mark", "\xef\xbb\xbfint a;", -1, false, ""},
		{"NUL", "int a;\x00", 6, true, "binary"},
		{"UTF-16 little", "\xff\xfei\x00n\x00t\x00", 0, true, "UTF-16"},
		{"UTF-16 big", "\xfe\xff\x00i\x00n\x00t", 0, true, "UTF-16"},
		{"UTF-16 without a mark", utf16, 1, true, "UTF-16"},
		{"UTF-32", "\x00\x00\xfe\xff\x00\x00\x00i", 0, true, "UTF-32"},
		{"Latin-1 comment", "// gr\xf6\xdfer\nint a;\n", 5, false, "0xf6"},
		{"truncated rune", "int a; // \xf0\x9f\x99", 10, false, "0xf0"},
		{"surrogate", "// \xed\xa0\x80", 3, false, "0xed"},
	} {
		p := Check([]byte(c.text))
		switch {
		case p == nil && c.offset >= 0:
			t.Errorf("%s: no problem", c.name)
		case p != nil && (p.Offset != c.offset || p.Fatal != c.fatal || !strings.Contains(p.Message, c.message)):
			t.Errorf("%s: %+v, want offset %d, fatal %v, %q", c.name, *p, c.offset, c.fatal, c.message)
		}
	}
}

func TestParseOfUnusualText(t *testing.T) {
	const kernel = "__global__ void k(int *p) { p[0] = 1; }"
	for name, text := range map[string]string{
		"byte order mark":   "\xef\xbb\xbf" + kernel + "\n",
		"carriage returns":  "\r\n" + kernel + "\r\n",
		"no final newline":  kernel,
		"Latin-1 comment":   "/* gr\xf6\xdfer */ " + kernel + "\n",
		"Latin-1 string":    "const char *s = \"gr\xf6\xdfer\";\n" + kernel,
		"Latin-1 line end":  "// \xe9\n" + kernel,
		"continued comment": "// a \\\nint b(\n" + kernel,
	} {
		f := parseString(t, text)
		if len(f.Errors) > 0 {
			t.Errorf("%s: %v", name, f.Errors)
		}
		if n := f.Root().ChildOf(ast.FunctionDefinition); n.Text() != kernel || n.Qualifiers() != ast.Global {
			t.Errorf("%s: kernel is %q", name, n.Text())
		}
	}
	if f := parseString(t, ""); len(f.Errors) > 0 || f.Len() != 1 || f.Root().Kind() != ast.TranslationUnit {
		t.Errorf("empty file: %v, %d nodes", f.Errors, f.Len())
	}
}

func TestDirectivesWithoutBody(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#define Q \nint b;\n", "int b;"},
		{"#define Q\t \r\nint b;\r\n", "int b;"},
		{"#define Q(x, y) \nint b;\n", "int b;"},
		{" #  define Q \nint b;\n", "int b;"},
		{"#ifdef A\n#define Q \n#endif\nint b;\n", "int b;"},
		{"#pragma \nint b;\n", "int b;"},
		{"#define Q \\\nint a;\nint b;\n", "int b;"},
		{"#define Q 1 \nint b;\n", "int b;"},
		{"// #define Q \nint b;\n", "int b;"},
		{"#define Q", ""}, {"#define Q ", ""}, {"#define", ""}, {"#define Q( \nint b;", ""}, {"#", ""},
	} {
		f := parseString(t, c.text)
		if n := find(f, ast.Declaration, ""); n.Text() != c.want {
			t.Errorf("%q: declaration %q, errors %v", c.text, n.Text(), f.Errors)
		}
	}
}

func TestParseOfHostileText(t *testing.T) {
	repeat := strings.Repeat
	for _, c := range []struct {
		name, text string
		want       error // nil: syntax errors in the tree
	}{
		{"parentheses", "int a = " + repeat("(", 100000) + "1" + repeat(")", 100000) + ";", ErrTooDeep},
		{"open parentheses", repeat("(", 100000), nil},
		{"blocks", "void f() " + repeat("{", 50000) + repeat("}", 50000), ErrTooDeep},
		{"closing braces", repeat("}", 100000), nil},
		{"templates", "int a = " + repeat("A<", 5000) + repeat(">", 5000) + ";", ErrTooDeep},
		{"signs", "int a = " + repeat("-", 100000) + "1;", ErrTooDeep},
		{"casts", "int a = " + repeat("(int)", 50000) + "1;", ErrTooDeep},
		{"unclosed raw strings", repeat("R\"a(", 100000), nil},
		{"unclosed comments", repeat("/*", 100000), nil},
		{"conditionals", repeat("#if A\n", 20000) + repeat("int f(\n#endif\n", 20000), nil},
		{"chained macros", manyMacros(), nil},
		{"launches", repeat("k<<<", 20000), nil},
		{"lambdas", repeat("[=] __device__ (int a) {", 2000), nil},
	} {
		start := time.Now()
		f, err := Parse(context.Background(), source.NewFile("t.cu", []byte(c.text)))
		// What is not linear takes minutes; a busy machine, or the race detector, some
		// seconds.
		if took := time.Since(start); took > 25*time.Second {
			t.Errorf("%s: took %v", c.name, took)
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		if c.want == nil && err == nil && len(f.Errors) == 0 {
			t.Errorf("%s: no syntax error", c.name)
		}
	}
}

// manyMacros are attribute macros that expand exponentially.
func manyMacros() string {
	var b strings.Builder
	b.WriteString("#define A0 inline\n")
	for i := 1; i < 26; i++ {
		b.WriteString("#define A" + string(rune('a'+i)) + " " + strings.Repeat("A"+string(rune('a'+i-1))+" ", 50) + "\n")
	}
	b.WriteString("Az static int f(;\n")
	return b.String()
}

func TestParseIsCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	text := strings.Repeat("FOO(x)\n", 20000) // takes minutes
	if _, err := Parse(ctx, source.NewFile("t.cu", []byte(text))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestParseTakesBoundedTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	text := strings.Repeat("FOO(x)\n", 100000)
	start := time.Now()
	before := TooSlowCount()
	if _, err := Parse(context.Background(), source.NewFile("t.cu", []byte(text))); !errors.Is(err, ErrTooSlow) || TooSlowCount() == before {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 15*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range repairCases {
		f.Add([]byte(c.text))
	}
	for _, text := range []string{"", "\x00", "\xff\xfe", "\xef\xbb\xbf", "int a;", "#if", "#define", "R\"(", "'", "\"\\", "/*", "a\\\r\n", "k<<<1>>>(", "\xf6"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tree, err := Parse(context.Background(), source.NewFile("t.cu", text))
		if err != nil {
			return
		}
		checkTree(t, tree)
		for _, s := range tree.Inactive {
			checkSpan(t, tree, s)
		}
		for _, r := range tree.Repairs {
			checkSpan(t, tree, r.Span)
		}
		for _, e := range tree.Errors {
			checkSpan(t, tree, e.Span)
		}
		for _, c := range tree.Comments {
			checkSpan(t, tree, c)
		}
	})
}

func checkSpan(t *testing.T, f *ast.File, s source.Span) {
	t.Helper()
	if s.Start < 0 || s.Start > s.End || s.End > f.Source.Len() {
		t.Fatalf("span %v in a file of %d bytes", s, f.Source.Len())
	}
}

// TestConditions has conditionals with operands that the grammar does not know.
func TestConditions(t *testing.T) {
	for _, condition := range []string{
		"__has_include(<format>)", "defined(A) && __has_include(\"x/y.h\")", "WARNS(\"-Wa\") || WARNS(\"-Wb, c\")", "(VERSION < 3) && WARNS( \"-Wa\" ) // it's \"old\"",
		"A < B /* \"C */ && D > E", "A && \\\n  __has_include(<vector>)",
	} {
		for _, text := range []string{
			"#if " + condition + "\nint yes;\n#endif\nint z;\n",
			"# ifdef A\n# elif " + condition + "\nint yes;\n# endif\nint z;\n",
		} {
			f := parseString(t, text)
			last := f.Root().ChildOf(ast.Declaration)
			if len(f.Errors) > 0 || !last.Valid() || last.Text() != "int z;" {
				t.Errorf("%s: errors %v", text, f.Errors)
			}
			if got := string(f.Source.Text); got != text {
				t.Errorf("the source became %q", got)
			}
		}
	}
}
