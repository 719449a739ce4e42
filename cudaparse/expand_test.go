package cudaparse

import (
	"context"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestExpandsMacrosBeforeTheParse: a macro that the grammar cannot read is expanded, and the
// nodes are where the user wrote them.
func TestExpandsMacrosBeforeTheParse(t *testing.T) {
	elsewhere := outside{
		"EACH":  preproc.Define("EACH(i, n)=for (int i = threadIdx.x; i < (n); i += blockDim.x)"),
		"TIMES": preproc.Define("TIMES(i, n)=EACH(i, n) if (i > 1)"),
		"MAKER": preproc.Define("MAKER(name, type)=__global__ void name(type *p)"),
		"BEGIN": preproc.Define("BEGIN=namespace one { namespace two {"),
		"END":   preproc.Define("END=} }"),
		"VEC":   preproc.Define("VEC(T, n)=typename make<T, n>::type"),
		"UNIT":  preproc.Define("UNIT(a, b)=struct a##_##b : base { void run(); }; void a##_##b::run()"),
	}
	for _, c := range []struct {
		name, text string
		kind       ast.Kind
		// expanded is the text of the first node of the kind in the expanded text, written
		// what stands at its place in the source.
		expanded, written string
	}{
		{"a loop", "__global__ void k(int *p, int n) { EACH(i, n * 2) { p[i] = 1; } }", ast.ForStatement,
			"for (int i = threadIdx.x; i < (n * 2); i += blockDim.x)  { p[i] = 1; }", "EACH(i, n * 2) { p[i] = 1; }"},
		{"its body", "__global__ void k(int *p, int n) { EACH(i, n * 2) { p[i] = 1; } }", ast.SubscriptExpression, "p[i]", "p[i]"},
		{"an argument", "__global__ void k(int *p, int n) { EACH(i, n * 2) { p[i] = 1; } }", ast.ParenthesizedExpression, "(n * 2)", "EACH(i, n * 2)"},
		{"what only the macro spells", "__global__ void k(int *p, int n) { EACH(i, n) { p[i] = 1; } }", ast.PrimitiveType, "void", "void"},
		{"a macro in a macro", "void k(int *p, int n) {\n TIMES(i, n)\n { p[i] = 1; } }", ast.IfStatement, "if (i > 1) \n { p[i] = 1; }", "TIMES(i, n)\n { p[i] = 1; }"},
		{"the head of a function", "MAKER(scale, float) { p[0] = 1; }\nint x;", ast.FunctionDefinition, "__global__ void scale(float *p)  { p[0] = 1; }", "MAKER(scale, float) { p[0] = 1; }"},
		{"a test", "UNIT(suite, 128x64) { int here; }\n", ast.FunctionDefinition, "void run()", ""},
		{"blocks that open and close elsewhere", "BEGIN\ntemplate <class T> struct s { T x; };\nEND\nint z;", ast.NamespaceDefinition, "namespace one { namespace two { \ntemplate <class T> struct s { T x; };\n } }", "BEGIN\ntemplate <class T> struct s { T x; };\nEND"},
		{"a type", "struct s { VEC(T, 4) operator()(const VEC(T, 3) &a, VEC(U, 3) *b) const; };", ast.FunctionDeclarator, "operator()(const  typename make<T, 3>::type  &a,  typename make<U, 3>::type  *b) const", "operator()(const VEC(T, 3) &a, VEC(U, 3) *b) const"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := source.NewFile("t.cu", []byte(c.text))
			f, err := ParseWith(context.Background(), src, Options{Outside: elsewhere})
			if err != nil {
				t.Fatal(err)
			}
			if c.name == "a test" {
				body := f.Root().ChildOf(ast.FunctionDefinition)
				if len(f.Errors) > 0 || body.Child(ast.FieldBody).Text() != "{ int here; }" {
					t.Errorf("errors %v, body %q", f.Errors, body.Text())
				}
				return
			}
			if f.Expanded == nil {
				t.Fatalf("nothing is expanded; errors %v", f.Errors)
			}
			for n := range f.Root().Descendants() {
				if n.Kind() == c.kind {
					if n.Text() != c.expanded || src.Slice(n.Span()) != c.written {
						t.Errorf("%q at %q, want %q at %q", n.Text(), src.Slice(n.Span()), c.expanded, c.written)
					}
					return
				}
			}
			t.Errorf("no %v in %q", c.kind, f.Expanded.Text)
		})
	}
}

// TestExpandsOnlyWhatIsNeeded: a call that parses stays a call, and a source that parses is
// left alone.
func TestExpandsOnlyWhatIsNeeded(t *testing.T) {
	elsewhere := outside{
		"AT": preproc.Define("AT(p, i)=(p)[i]"), "N": preproc.Define("N=128"), "CHECK": preproc.Define("CHECK(x)=if (x) { fail(); }"),
		"EACH": preproc.Define("EACH(i, n)=for (int i = 0; i < (n); ++i)"), "HD": preproc.Define("HD=__host__ __device__"),
	}
	for _, text := range []string{
		"void k(int *p) { AT(p, 1) = N; CHECK(f(p)); }\n",
		"HD inline int f(int x) { return AT(t, x); }\n",
	} {
		f, err := ParseWith(context.Background(), source.NewFile("t.cu", []byte(text)), Options{Outside: elsewhere})
		if err != nil || f.Expanded != nil {
			t.Errorf("%q: %v, expanded %v", text, err, f.Expanded)
		}
	}
	f, err := ParseWith(context.Background(), source.NewFile("t.cu", []byte("void k(int *p) { EACH(i, N) { AT(p, i) = N; } }\n")), Options{Outside: elsewhere})
	if err != nil || f.Expanded == nil {
		t.Fatal(err)
	}
	if got, want := string(f.Expanded.Text), "void k(int *p) {  for (int i = 0; i < (N); ++i)  { AT(p, i) = N; } }\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestExpansionIsBounded: what macros expand to does not grow without end.
func TestExpansionIsBounded(t *testing.T) {
	text := "#define A0 { x = 1;\n"
	for i := range 30 {
		text += "#define A" + string(rune('A'+i)) + "(x) x x\n"
	}
	text += "#define B0 { x; x; x; x; x; x; x; x;\n#define B1 B0 B0 B0 B0 B0 B0 B0 B0\n#define B2 B1 B1 B1 B1 B1 B1 B1 B1\n#define B3 B2 B2 B2 B2 B2 B2 B2 B2\n#define B4 B3 B3 B3 B3 B3 B3 B3 B3\n#define OPEN { B4\n"
	text += "void f() {\n"
	for range 3000 {
		text += "OPEN\n"
	}
	f, err := Parse(context.Background(), source.NewFile("t.cu", []byte(text)))
	if err == nil && f.Expanded != nil && len(f.Expanded.Text) > 2<<20 {
		t.Errorf("%d bytes became %d", len(text), len(f.Expanded.Text))
	}
}
