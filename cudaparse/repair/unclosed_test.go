package repair_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/repair"
)

func TestUnclosed(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      []string
	}{
		{"nothing", "int a[] = {f(1), 2};\nvoid g() { for (int i = 0; i < (3); i++) h([&](int x) { k(x); }, a[i]); }", nil},
		{"call", "void g() {\n  a = 1;\n  f(a,\n  b = 2;\n}\nint c;", []string{"f(a,"}},
		{"index in a call", "void g() {\n  x = f(a, t[i\n  b = 2;\n}", []string{"x = f(a, t[i"}},
		{"bracket closed by another", "void g() {\n  x = f(t[i);\n  b = 2;\n}", []string{"x = f(t[i);"}},
		{"several", "void g() { f(\n }\nvoid h() { x = a[\n }\nvoid k() { y(); }", []string{"f(", "x = a["}},
		{"condition", "void g() {\n  if (a && (b) {\n    f(a);\n  }\n  h();\n}", []string{"if (a && (b) "}},
		{"parameters", "__global__ void k(int *p {\n  p[0] = 1;\n}\nvoid g() { k<<<1, 1>>>(p); }", []string{"__global__ void k(int *p "}},
		{"at the end", "void g() {\n  f(a", []string{"f(a"}},
		{"several lines", "void g() {\n  f(a,\n    h(b,\n    c);\n  x = 1;\n}", []string{"f(a,"}},
		{"in a lambda", "void g() { f([=](int i) { h(i; }, 2); k(); }", []string{"h(i; "}},
		{"initializer", "int a[] = {f(1, 2, };\nint b;", []string{"f(1, 2, "}},
		{"after a comment", "void g() {\n  // what f( does\n  f(a\n  h();\n}", []string{"f(a"}},
		{"comments, strings, characters", "void g() { s = \"(\"; c = '('; n = 1'000; /* ( */ r = R\"x(()x\"; h(); // (\n}", nil},
		{"macros", "#define OPEN f(\n#define LONG \\\n  (\nvoid g() { OPEN a); }", nil},
		{"arms that each open", "void g() {\n#if A\n  f(1,\n#else\n  h(2,\n#endif\n  3);\n}", nil},
		{"arms that each open, one of them twice", "void g() {\n#if A\n  f(1,\n#elif B\n  h(2,\n#else\n  h((2),\n#endif\n  3);\n}", nil},
		{"an arm of prose", "#if 0\nThis is (not code, don't\n#endif\nvoid g() { f(a); }", nil},
		{"an arm that adds an argument", "void g() {\n  f(a\n#ifdef B\n  , b\n#endif\n  );\n}", nil},
		{"more closed than open", "void g() { f(a)); }\nint x; }", nil},
		{"brace", "void g() {\n  if (a) {\n    x();\n  y();\n}\nvoid h() {\n  z();\n}", []string{"if (a) {"}},
		{"brace and bracket", "void g() {\n  for (;;) {\n    x(a[1);\n  y();\n}\nvoid h() {\n}", []string{"for (;;) {", "x(a[1);"}},
		{"inner brace", "namespace n {\nvoid g() {\n  if (a) {\n    while (b) {\n    x();\n  }\n}\n}", []string{"while (b) {"}},
		{"two braces", "void g() {\n  if (a) {\n    while (b) {\n}\nvoid h() {\n}", []string{"if (a) {", "while (b) {"}},
		{"brace of a lambda", "void g() {\n  f([](int i) {\n  h();\n}\nvoid k() {\n}", []string{"f([](int i) {"}},
		{"braces that are only indented badly", "void g() {\n  if (a) {\n    x();\n}\n  y();\n}", nil},
		{"brace without indentation", "void g() {\nif (a) {\nx();\n}\nvoid h() {\n}", []string{"void g() {"}},
		{"function that is begun", "void a() {\n}\n__global__ void k(int *p) {\n  p[0] = 1;\nvoid h() {\n}\n", []string{"__global__ void k(int *p) {"}},
		{"function that is begun at the end", "void a() {\n}\n__global__ void k(int *p) {\n  if (p) {\n    p[0] = 1;\n  }", nil},
		{"brace and stray brackets", "int f( { ]]] )) @@ ;\nvoid k() {\n}\n", []string{"int f( {"}},
		{"headers of for", "void g() {\n  for () {\n    a();\n  }\n  for (int i = 0; i < n) b();\n  if (x) for (int i\t) c[i] = 0;\n}", []string{"for ()", "for (int i = 0; i < n)", "for (int i\t)"}},
		{"headers of for that are whole", "void g() {\n  for (;;) a();\n  for (auto &x : n::xs) b();\n  parallel_for(n); _for(n);\n  // what it is for\n  (void)c; /* for */ (d)();\n}", nil},
		{"headers without an operand", "void g() {\n  if ( ) a();\n  while (b &&) c();\n  else if (!) d();\n  switch () {\n  }\n  for (;; i +) e();\n}", []string{"if ( )", "while (b &&)", "if (!)", "switch ()", "for (;; i +)"}},
		{"headers with their operands", "void g() {\n  while (i--) a();\n  for (;; ++i, j++) b();\n  if ((p && ...)) c();\n  if (x /* = */) d();\n  if (k == EMPTY<int>) e();\n  f();\n}", nil},
		{"header of for with a name of a scope", "void g() {\n  for (std::vector<int> v)\n  a();\n}", []string{"for (std::vector<int> v)"}},
		{"too many brackets", "void g() { f" + strings.Repeat("(", 2000) + "\n}", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range repair.Unclosed([]byte(c.src)) {
				got = append(got, c.src[s.Start:s.End])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestBlank(t *testing.T) {
	const src = "x = f(a, // (\r\n#if A\n  t[b /* [ */ {1, 2}"
	text := []byte(src)
	for _, s := range repair.Unclosed(text) {
		repair.Blank(text, s)
	}
	want := "         // (\r\n#if A\n      /* [ */ {1, 2}"
	if string(text) != want {
		t.Errorf("%q, want %q", text, want)
	}
}
