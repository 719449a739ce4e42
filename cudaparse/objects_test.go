package cudaparse

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// What a declaration in a function body is, going by the names that the file declares.
func TestObjects(t *testing.T) {
	const file = "struct S {}; struct F { int m[3]; }; template <class> struct V {}; using A = int; enum E { e1 };\n" +
		"int known(int); int table[4]; namespace n { int k(int); }\n" +
		"template <class T> void f(int x, int y, int *p, T t) {\n  int i, a[3]; "
	for _, c := range []struct {
		declaration string
		// expressions are the calls, subscripts and products in it; "" for a function.
		expressions string
	}{
		{"S v(known(x), known(y));", "known(x)|known(y)"},
		{"S v(unknown(x), unknown(y));", "unknown(x)|unknown(y)"},
		{"S v(a[i], unknown);", "a[i]"},
		{"S v(unknown[3]);", "unknown[3]"},
		{"S v(p[i], x), w(y), u(known(i));", "p[i]|known(i)"},
		{"S v(x * y, i);", "x * y"},
		{"S v(x * known(y), x * a[i], x & (y));", "x * known(y)|known(y)|x * a[i]|a[i]|x & (y)"},
		{"S v(n::k(x), unknown::k(y), V<int>::k(y));", "n::k(x)|unknown::k(y)|V<int>::k(y)"},
		{"S v(unknown<int>(x), y);", "unknown<int>(x)"},
		{"S v(known((x)));", "known((x))"},
		{"S v(known(known(known(x))));", "known(known(known(x)))|known(known(x))|known(x)"},
		{"S v(unknown(x, y)(i)[i]);", "unknown(x, y)(i)[i]|unknown(x, y)(i)|unknown(x, y)"},
		{"S v(m[i]);", "m[i]"},
		{"S v(int(x), y);", "int(x)"},
		{"V<int> v(known(x));", "known(x)"},
		{"auto v(known(x));", "known(x)"},
		{"const S *v(known(x));", "known(x)"},
		{"static S v(known(e1));", "known(e1)"},
		{"auto g = [](int z) { S v(z[i]); };", "z[i]"},
		// Declarations of functions, as all may be types.
		{"S v(F(x));", ""},
		{"S v(V<int>(x));", ""},
		{"S v(int(x));", ""},
		{"S v(F, S);", ""},
		{"S v(F *unknown, S);", ""},
		{"S v(T(x), A(y));", ""},
		{"S v(unknown, other);", ""},
		{"S v(known(x), int);", ""},
		{"S v(known(x), const F);", ""},
		{"S v(int n, F m);", ""},
		{"S v(F (*callback)(int));", ""},
		{"extern S v(known(x));", ""},
		{"void v(known(x));", ""},
		{"S v();", ""},
		{"CHECK_IT\n  v(known(x));", ""},
		{"struct L { S v(known(x)); };", ""},
	} {
		f := parseString(t, file+c.declaration+" }\n")
		var got []string
		body := f.Root().ChildOf(ast.TemplateDeclaration) // the first of them
		for n := range f.Root().Descendants() {
			if n.Kind() == ast.TemplateDeclaration && n.ChildOf(ast.FunctionDefinition).Valid() {
				body = n.ChildOf(ast.FunctionDefinition).Child(ast.FieldBody)
			}
		}
		objects := 0
		for n := range body.Descendants() {
			if n.Is(ast.CallExpression, ast.SubscriptExpression, ast.BinaryExpression) {
				got = append(got, n.Text())
			}
			if n.Kind() == ast.InitDeclarator && n.Child(ast.FieldValue).Kind() == ast.ArgumentList {
				objects++
			}
			if p := n.Parent(); n.Span().Start < p.Span().Start || n.Span().End > p.Span().End {
				t.Errorf("%s: %q is not inside of %q", c.declaration, n.Text(), p.Text())
			}
		}
		if s := strings.Join(got, "|"); s != c.expressions || (objects > 0) != (s != "") {
			t.Errorf("%s: %d objects, expressions %s, want %s", c.declaration, objects, s, c.expressions)
		}
	}
}

// The tree with expressions is the one that the same arguments have where they can only be
// expressions.
func TestObjectsAreExpressions(t *testing.T) {
	for _, arguments := range []string{"f(x), a[i]", "n::f(x), f<int>(x), n::a::f<T>(x)", "f(x)(y)[z]", "a * b, a & b, a && b", "a * f(x), a * b[i]",
		"f((x))", "a * (b)", "f(g(x), a[i][j])", "int(x), a[n::b]", "V<int>::f(x)", "a..."} {
		text := "void h(int a) { T v(f(x), a, " + arguments + "); }\n"
		f, want := parseString(t, text), parseString(t, strings.Replace(text, "f(x), a", "f(x), 1", 1))
		if got, want := shape(f), strings.Replace(shape(want), "number_literal 1", "identifier a", 1); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", arguments, got, want)
		}
	}
}

// shape writes a tree with what its nodes are.
func shape(f *ast.File) string {
	var b strings.Builder
	var write func(n ast.Node, indent string)
	write = func(n ast.Node, indent string) {
		b.WriteString(indent + n.Field().String() + ": " + n.Kind().String() + " " + n.Op().String())
		if !n.FirstChild().Valid() {
			b.WriteString(n.Text())
		}
		b.WriteString("\n")
		for c := range n.Children() {
			write(c, indent+" ")
		}
	}
	write(f.Root(), "")
	return b.String()
}

// (T)(x) is a cast where T is a type, and a call where it is not known to be one.
func TestCasts(t *testing.T) {
	const file = "typedef float T; using U = int; struct S { int m(int); }; int known(int);\n" +
		"template <class P> void f(int x, int A) {\n  Used u; enum { e }; int w = "
	for _, c := range []struct{ value, casts, calls string }{
		{"(T)(x);", "(T)(x)", ""},
		{"(U)(x + 1) * 2;", "(U)(x + 1)", ""},
		{"(S)((T)(known(x)));", "(S)((T)(known(x)))|(T)(known(x))", "known(x)"},
		{"(P)(x);", "(P)(x)", ""},
		{"(Used)(x);", "(Used)(x)", ""},
		{"(float)(x);", "(float)(x)", ""},
		{"(known)(x);", "", "(known)(x)"},
		{"(m)(x);", "", "(m)(x)"},
		{"(unknown)(x);", "", "(unknown)(x)"},
		{"(A)(x);", "", "(A)(x)"},
		{"(T)(x, x);", "", "(T)(x, x)"},
		{"(T)();", "", "(T)()"},
	} {
		f := parseString(t, file+c.value+" }\n")
		var casts, calls []string
		for n := range f.Root().Descendants() {
			switch n.Kind() {
			case ast.CastExpression:
				casts = append(casts, n.Text())
				if typ, value := n.Child(ast.FieldType), n.Child(ast.FieldValue); typ.Kind() != ast.TypeDescriptor || value.Kind() != ast.ParenthesizedExpression ||
					"("+typ.Text()+")"+value.Text() != n.Text() {
					t.Errorf("%s: the cast is %q of %q", c.value, typ.Text(), value.Text())
				}
			case ast.CallExpression:
				calls = append(calls, n.Text())
			}
		}
		if strings.Join(casts, "|") != c.casts || strings.Join(calls, "|") != c.calls {
			t.Errorf("%s: casts %q, calls %q", c.value, casts, calls)
		}
	}
}
