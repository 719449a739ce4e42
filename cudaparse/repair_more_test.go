package cudaparse

import (
	"context"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// moreCases are repairCases of statements and expressions that newer libraries use.
var moreCases = []repairCase{
	{"if consteval", "void f() { if consteval { g(1); } else { h(2); } }\n", ast.TokenRepair, ast.CallExpression, "h(2)", 0},
	{"if not consteval", "void f() { if not consteval { g(1); } if !consteval { g(3); } else { h(2); } }\n", ast.TokenRepair, ast.ElseClause, "else { h(2); }", 0},
	{"literal suffixes in a row", "void f() { g(\"a\\x00\"s // one\n  \"b\\x01\"s   // two\n  \"c\"s, h(1)); }\n", ast.StringRepair, ast.CallExpression, "h(1)", 0},
	{"operands as arguments", "void f() { LOAD(\"ld\", \"=r\"(g(x)) : \"r\"(y[0]) : \"memory\"); STORE(int, \"s\", : \"memory\"); }\n", ast.ArgumentRepair, ast.SubscriptExpression, "y[0]", 0},
	{"no operands as arguments", "void f() { LOAD(\"ld\", : : \"r\"(y[0])); LOAD(\"ld\" :: \"r\"(y)); }\n", ast.ArgumentRepair, ast.SubscriptExpression, "y[0]", 0},
	{"template by macro", "LIB_TEMPLATE(class T, typename... Us)\nLIB_REQUIRES(is_a<T> LIB_AND(sizeof...(Us) == 3))\nLIB_API constexpr auto f(T t, Us... us) { return g(t); }\n",
		ast.TokenRepair, ast.TemplateDeclaration, "LIB_TEMPLATE(class T, typename... Us)\nLIB_REQUIRES(is_a<T> LIB_AND(sizeof...(Us) == 3))\nLIB_API constexpr auto f(T t, Us... us) { return g(t); }", 0},
	{"template by macro in a class", "struct S {\n  LIB_TEMPLATE(class T, int N = 2)\n  LIB_REQUIRES((N > 1))\n  HOST_DEV int operator()(T t) const { return g(t[N]); }\n  int a;\n};\n",
		ast.TokenRepair, ast.SubscriptExpression, "t[N]", 0},
	{"function as a default", "template <typename T, typename F = auto(T, T)->void>\nvoid f(F a) { g(a); }\n", ast.TypeRepair, ast.CallExpression, "g(a)", 0},
	{"constant behind a macro", "HD static int f() { return 1; }\nMAKE_IT(64, f)\n\nconst unsigned threads = 128;\n", ast.MissingSemicolon, ast.Declaration, "const unsigned threads = 128;", 0},
	{"list as a value", "HD static int h() { return 1; }\nG f() {\n  return G{\n    make([&a]() {\n      b(a);\n    })\n  };\n}\n", ast.AttributeMacro, ast.CallExpression, "b(a)", 0},
	{"list as an initializer", "HD static int h() { return 1; }\nvoid f() {\n  vec<int> v{ g(1) };\n  vec w{\n    g(2)\n  };\n}\n", ast.AttributeMacro, ast.CallExpression, "g(2)", 0},
	{"heads for no system", "#if defined(ONE)\nvoid f(int a) {\n#elif defined(TWO)\nvoid f(float a) {\n#endif\n  g(a);\n}\nvoid h() { k(); }\n",
		ast.Conditional, ast.FunctionDefinition, "void f(int a) {\n#elif defined(TWO)\nvoid f(float a) {\n#endif\n  g(a);\n}", 0},
	{"pointer without a name", "struct S {\n  template <class T>\n  HOST_DEV S(T a, ::enable_if_t<is_a<T>::value && ::std::is_b<T, int>::value>* = nullptr) : a(f(a)) {}\n  int a;\n};\n",
		ast.TokenRepair, ast.CallExpression, "f(a)", 0},
	{"variables of a thread", "#define PER_THREAD __thread\nstatic PER_THREAD int a, b;\nstatic _Thread_local int c;\n", ast.AttributeRepair, ast.Declaration, "static _Thread_local int c;", ast.Static},
	{"test with a text", "TEST_CASE(\"one\", \"\")\n{ g(1); }\nLIB_TEST_CASE(\"two\", \"\", ((typename K, int N), K, N),\n#if A\n (int, 1),\n#endif\n (long, 2))\n{ h(2); }\n", ast.ArgumentRepair, ast.CallExpression, "h(2)", 0},
	{"blocks by condition", "void f() { DISPATCH_IT(HOST, (EXPECT(a, \"b\"); g(1);), DEVICE, (h(2);)); }\n", ast.LoopMacro, ast.CallExpression, "h(2)", 0},
	{"block as an argument of a statement", "HD static int k() { return 1; }\nvoid f() {\n  DISPATCH_IT(type, T, {\n    S s = h(1);\n    auto t = g<T>(s);\n  });\n}\n", ast.AttributeMacro, ast.CallExpression, "g<T>(s)", 0},
	{"lone macros in a row", "void f() {\n  g(1);\n  MORE_OF_IT\n  EVEN_MORE\n}\nint a;\n", ast.MissingSemicolon, ast.Declaration, "int a;", 0},
	{"alignment of CUDA", "typedef struct __CUDA_ALIGN__(4) {\n  int a[2];\n} pair;\nint b;\n", ast.AttributeRepair, ast.TypeDefinition, "typedef struct __CUDA_ALIGN__(4) {\n  int a[2];\n} pair;", 0},
	{"specifier before a class template", "template <class T, bool B = f<T>()>\n__device__ struct __attribute__((aligned(32))) S {\n  __device__ int g() { return h(1); }\n};\nint a;\n", ast.AttributeRepair, ast.FunctionDefinition, "__device__ int g() { return h(1); }", ast.Device},
	{"no more parameters", "#define MORE\n__device__ void f(int a, typename T::S *b\n                  MORE) { g(b[0]); }\n", ast.AttributeMacro, ast.SubscriptExpression, "b[0]", 0},
	{"instantiations by macro", "#define MAKE_FOR(T, b) template A<T, b> f<T, b>(handle const& h, B<T, b>&& c)\nMAKE_FOR(unsigned int, false);\nMAKE_FOR(int, true);\n", ast.ArgumentRepair, ast.CallExpression, "MAKE_FOR(int, true)", 0},
	{"statements with commas in a block", "void f() { DISPATCH(\n  (using A = typename T<int>::type;\n   using B = tuple<A, T<A>>;\n   B b = g(A(0), 1);),\n  (h(2);)); }\n", ast.LoopMacro, ast.CallExpression, "g(A(0), 1)", 0},
	{"alias of an unknown macro", "#define LIB_RUNTIME OTHER_RUNTIME\nstruct S {\n  static T<int> LIB_RUNTIME\n  g(int a) { return f(a); }\n  template <class U>\n  LIB_RUNTIME cudaError_t h(U b) { return f(b); }\n};\n",
		ast.AttributeMacro, ast.CallExpression, "f(b)", 0},
}

func TestRepairMore(t *testing.T) { testRepair(t, moreCases) }

// TestExpandsInsertions: what is added to the text so that the grammar reads it is not seen
// in the places of nodes.
func TestExpandsInsertions(t *testing.T) {
	elsewhere := outside{
		"IF_CONST": preproc.Define("IF_CONST=if constexpr"), "RETURNS": preproc.Define("RETURNS(...)=noexcept(noexcept(__VA_ARGS__)) -> decltype(__VA_ARGS__) { return (__VA_ARGS__); }"),
		"TRAILING": preproc.Define("TRAILING(...)=-> __VA_ARGS__"), "TEMPLATE": preproc.Define("TEMPLATE(...)=template <__VA_ARGS__"),
		"WHERE": preproc.Define("WHERE(...)=, enable_if_t<(bool)(__VA_ARGS__), int> = 0>"), "When_int": preproc.Define("When_int(T)=enable_if_t<is_int<T>() && (T(1) == 1), T>"),
		"MORE": preproc.Define("MORE=, int *more"), "Quals": preproc.Define("Quals=static constexpr __device__"),
	}
	for _, c := range []struct {
		name, text string
		kind       ast.Kind
		written    string // of a node of the kind
	}{
		{"assignments in parentheses", "int f() { x = c ? (a = 1, b) : (d[i] += 2, e); }", ast.AssignmentExpression, "d[i] += 2"},
		{"their list", "int f() { x = c ? (a = 1, b) : (d++, e); }", ast.CommaExpression, "a = 1, b"},
		{"a fold of assignments", "void f() { ((m = g(x), v[i] <<= m, m = 2), ...); }", ast.AssignmentExpression, "v[i] <<= m"},
		{"a pack of assignments", "void f() { g(o, (w ^= 4, h(w))...); }", ast.CallExpression, "h(w)"},
		{"no assignments", "void f() { g((a == 1, b), (c <= 2, d), [](int e = 1, int h = 2) {}, (m = 1, n)); }", ast.BinaryExpression, "c <= 2"},
		{"a launch as an argument", "void f() { CALL(rng, (k<T><<<n, 128, 0, s>>>), out, v[0]); }", ast.SubscriptExpression, "v[0]"},
		{"a macro for if", "void f() { IF_CONST(a == b) { g(1); } }", ast.CallExpression, "g(1)"},
		{"a macro for the body", "struct S { auto get() const RETURNS(g(h.x));  int a; };", ast.CallExpression, "g(h.x)"},
		{"a macro for the result", "struct S { constexpr auto get(T t) const\n noexcept(noexcept(t <<= 1))\n TRAILING(decltype(t <<= 1))\n { return g(t); }  int a; };", ast.CallExpression, "g(t)"},
		{"macros for the template", "struct S { TEMPLATE(class T, int N)\n WHERE(N > 1)\n int f(T t) { return g(t[N]); } };", ast.SubscriptExpression, "t[N]"},
		{"a macro for parameters", "__global__ void f(typename T::S *a\n MORE) { a[0] = 1; }", ast.SubscriptExpression, "a[0]"},
		{"ends of arguments", "struct S { using T = A<B<C<D<int>>>>; V<A<B<C<D<int>>>>, E> b{}; int f() { return g(1); } };", ast.CallExpression, "g(1)"},
		{"a macro for the type", "struct S { template <class T>\n Quals When_int(T) f(T x) noexcept { return g(x); } int a; };", ast.CallExpression, "g(x)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := source.NewFile("t.cu", []byte(c.text))
			f, err := ParseWith(context.Background(), src, Options{Outside: elsewhere})
			if err != nil || len(f.Errors) > 0 {
				t.Fatal(err, f.Errors)
			}
			var near []string
			for n := range f.Root().Descendants() {
				if n.Kind() == c.kind {
					near = append(near, src.Slice(n.Span()))
					if src.Slice(n.Span()) == c.written {
						return
					}
				}
			}
			t.Errorf("no %v %q; there are %q", c.kind, c.written, near)
		})
	}
}
