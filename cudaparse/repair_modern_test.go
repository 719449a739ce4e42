package cudaparse

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// modernCases are repairCases of what newer C++, and libraries in it, are written in.
var modernCases = []repairCase{
	// Macros for qualifiers.
	{"macro behind an attribute", "struct S {\n  [[nodiscard]] HOST_DEV T size() const { return n; }\n};\n",
		ast.AttributeMacro, ast.FunctionDefinition, "[[nodiscard]] HOST_DEV T size() const { return n; }", 0},
	{"macro before an attribute", "#define HD __host__ __device__\nstruct S {\n  HD [[nodiscard]] constexpr int *data() const { return p; }\n};\n",
		ast.AttributeMacro, ast.FunctionDefinition, "[[nodiscard]] constexpr int *data() const { return p; }", ast.Host | ast.Device},
	{"macro before a scoped type", "struct S {\n  [[nodiscard]] DEV std::size_t size() const { return g(n); }\n};\n",
		ast.AttributeMacro, ast.CallExpression, "g(n)", 0},
	{"namespace with a macro", "namespace LIB_EXPORT lib {\nint f() { return g(); }\n}\n", ast.AttributeMacro, ast.CallExpression, "g()", 0},
	{"instantiation with a macro", "template LIB_API void run<float>(float *p, int n);\ntemplate LIB_API Tree<int> make<int>(int n);\n",
		ast.AttributeMacro, ast.TemplateInstantiation, "template LIB_API Tree<int> make<int>(int n);", 0},
	{"instantiation of a capital type", "template REAL f<2>(REAL x);\nHD static int g() { return 1; }\n",
		ast.AttributeMacro, ast.TemplateInstantiation, "template REAL f<2>(REAL x);", 0},
	{"class instantiation with a macro", "template LIB_API class Queue<int>;\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"extern template", "extern template void __global__ k<3>(int *p);\nint b;\n", ast.TokenRepair, ast.TemplateInstantiation, "template void __global__ k<3>(int *p);", 0},
	{"macro behind the parameters", "struct S {\n  virtual ~S() NOTHROW {}\n  virtual int f() const NOTHROW = 0;\n  int g(int a) const NOTHROW { return h(a); }\n};\n",
		ast.AttributeMacro, ast.FunctionDefinition, "int g(int a) const NOTHROW { return h(a); }", 0},
	{"known macro behind the parameters", "#define my_nothrow noexcept\nstruct S {\n  HD S(int a) my_nothrow : a(f(a)) {}\n  int a;\n};\n",
		ast.AttributeMacro, ast.CallExpression, "f(a)", 0},
	{"macro between type and operator", "struct S {\n  template <class T> T DEV operator()(T a) { return f(a); }\n};\n",
		ast.AttributeMacro, ast.CallExpression, "f(a)", 0},
	{"macro before the constructor", "struct S {\n  HOST_DEV\n  S() {}\n  HOST_DEV S(int a) : a{a}, b{a} { f(); }\n  int a, b;\n};\n",
		ast.AttributeMacro, ast.CallExpression, "f()", 0},
	{"unknown word in a parameter", "void f(float3 lib_unused a, const Info lib_unused* b, size_t lib_unused c) { g(c); }\n",
		ast.AttributeMacro, ast.ParameterDeclaration, "const Info lib_unused* b", ast.Const},
	{"comparison that resembles one", "HD static int f() { if (a > b * c) return 1; return a < b && c > d; }\n",
		ast.AttributeMacro, ast.BinaryExpression, "a > b * c", 0},
	{"restrict by macro on a member", "struct S {\n  T const *LIB_RESTRICT p{nullptr};\n};\n", ast.AttributeMacro, ast.FieldDeclaration, "T const *LIB_RESTRICT p{nullptr};", ast.Const},
	{"type in capitals", "HD static void f(TS const& a, TD & b) { g(a); }\n", ast.AttributeMacro, ast.ParameterDeclaration, "TS const& a", 0},
	{"scope in capitals", "HD static void f() { }\nstruct S { static constexpr GM::Kind k = GM::A; };\n", ast.AttributeMacro, ast.FieldDeclaration, "static constexpr GM::Kind k = GM::A;", 0},
	{"qualifiers before friend", "struct S {\n  __host__ __device__ friend T operator+(T a, T b) { return f(a); }\n};\n",
		ast.AttributeRepair, ast.FunctionDefinition, "T operator+(T a, T b) { return f(a); }", ast.Host | ast.Device},
	{"macro before friend", "#define HD __host__ __device__\nstruct S {\n  HD inline friend T operator+(T a, T b) { return f(a); }\n};\n",
		ast.AttributeMacro, ast.FunctionDefinition, "T operator+(T a, T b) { return f(a); }", ast.Host | ast.Device},
	{"macro behind the name of a class", "struct S LIB_FINAL : B {\n  int f() { return g(); }\n};\n", ast.AttributeMacro, ast.StructSpecifier,
		"struct S LIB_FINAL : B {\n  int f() { return g(); }\n}", 0},
	{"word before static", "lib_unused static bool f(int a, lib_unused int b) { return g(a); }\n", ast.AttributeMacro, ast.FunctionDefinition, "static bool f(int a, lib_unused int b) { return g(a); }", ast.Static},
	{"type before the specifiers", "HD static int g() { return 1; }\ntemplate <class It> It __host__ __device__ f(It* a) { return *a; }\n", ast.AttributeMacro, ast.FunctionDefinition,
		"It __host__ __device__ f(It* a) { return *a; }", ast.Host | ast.Device},
	{"word before an operator", "static inline Vec lib_call operator&(Vec a, Vec b) { return f(a, b); }\n", ast.AttributeMacro, ast.CallExpression, "f(a, b)", ast.Qualifiers(0)},
	{"macro with arguments behind template", "#define LIB(x) LIB_##x()\nstruct S {\n  template <class T>\n  LIB(NODISCARD)\n  std::size_t f(T a) { return g(a); }\n};\n",
		ast.AttributeMacro, ast.CallExpression, "g(a)", 0},
	{"macro in a constructor of an odd class", "template <class T> struct S<T, decltype(f(T{}))> : B<g()> {\n  HOST_DEV\n  S(int a)\n    : B(h(a)) {}\n};\n",
		ast.AttributeMacro, ast.CallExpression, "h(a)", 0},
	{"macro for constexpr", "void f() { if CONSTEXPR_17 (a == 0) { g(); } }\n", ast.AttributeMacro, ast.IfStatement, "if CONSTEXPR_17 (a == 0) { g(); }", 0},
	{"pointer to function by macro", "typedef LIB_CALL const char (*LIB_ENTRY fn)(int a);\n", ast.AttributeMacro, ast.TypeDefinition, "typedef LIB_CALL const char (*LIB_ENTRY fn)(int a);", 0},

	// Lambdas.
	{"lambda with a macro", "#define DEV __device__\nvoid f() { auto g = [=] DEV(int i) mutable -> int { return h(i); }; }\n",
		ast.AttributeMacro, ast.LambdaExpression, "[=] DEV(int i) mutable -> int { return h(i); }", ast.Device},
	{"lambda with an unknown macro", "void f() { run(n, [a, &b] DEV(int i) { b[i] = a[i]; }); }\n",
		ast.AttributeRepair, ast.SubscriptExpression, "a[i]", 0},
	{"lambda with a macro behind", "void f() { run([&](auto i) LAMBDA_INLINE { g(i); }); }\n", ast.AttributeRepair, ast.CallExpression, "g(i)", 0},
	{"lambda template with a macro", "void f() { run([]<class T> DEV(T i) { g(i); }); }\n", ast.AttributeRepair, ast.CallExpression, "g(i)", 0},
	{"array with a macro", "HD static void f() { int a[3]; a[0] = 1; delete[] p; }\n", ast.AttributeMacro, ast.SubscriptExpression, "a[0]", 0},

	// Operators.
	{"specialised call operator", "template <> int C::operator()<float>(int a) const { return f(a); }\n", ast.TokenRepair, ast.FunctionDefinition,
		"int C::operator()<float>(int a) const { return f(a); }", 0},
	{"operator calls", "void S::f() { this->operator=(a); x.operator()(b[0]); operator++(); x.operator()<T>(c); }\n", ast.TokenRepair, ast.CallExpression, "x.operator()(b[0])", 0},
	{"conversion called", "void f() { x.operator T().g(); }\n", ast.TokenRepair, ast.CallExpression, "x.operator T().g()", 0},
	{"operator as a value", "void f() { reduce(a, zero, operator+); }\n", ast.TokenRepair, ast.CallExpression, "reduce(a, zero, operator+)", 0},
	{"specifiers behind operator()", "struct S {\n  int operator() __device__(int i) const { return a[i]; }\n};\n", ast.AttributeRepair, ast.FunctionDefinition,
		"int operator() __device__(int i) const { return a[i]; }", ast.Device},
	{"operators of bases", "template <class... Ts> struct V : Ts... { using Ts::operator()...; int a; };\n", ast.TokenRepair, ast.FieldDeclaration, "int a;", 0},

	// Templates.
	{"unnamed pointer parameter", "template <class T, std::enable_if_t<!f<T>() && g<T>()>* = nullptr>\nvoid h(T a) { k(a); }\n",
		ast.TokenRepair, ast.CallExpression, "k(a)", 0},
	{"macro as a parameter", "template <class T, ENABLE_IF(not f<T>() and g<T>())>\nvoid h(T a) { k(a); }\n", ast.TypeRepair, ast.CallExpression, "k(a)", 0},
	{"pointer as a default", "template <class P = void *, class R = P &>\nvoid h(P a) { k(a); }\n", ast.TypeRepair, ast.CallExpression, "k(a)", 0},
	{"comparison as an argument", "using T = pick<sizeof(A) >= sizeof(B), int>;\nint b;\n", ast.TypeRepair, ast.TemplateType, "pick<sizeof(A) >= sizeof(B), int>", 0},
	{"template without arguments", "void f() { auto m = p.template find(a, b[1]); }\n", ast.TokenRepair, ast.CallExpression, "p.template find(a, b[1])", 0},
	{"typename in using", "struct A : B<T> { using typename B<T>::type; int a; };\n", ast.TokenRepair, ast.FieldDeclaration, "int a;", 0},
	{"deduction guide", "X(int) -> X<int>;\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"pointer to member as an argument", "std::map<int, bool T::*> f();\nint b;\n", ast.TypeRepair, ast.Declaration, "int b;", 0},

	// Expressions.
	{"typename object", "template <class T> void f() { g(typename T::X{}, typename A<T>::template B<int>{h(1)}); }\n", ast.TokenRepair, ast.CallExpression, "h(1)", 0},
	{"decltype object", "void f() { return decltype(x){}; }\n", ast.TypeRepair, ast.ReturnStatement, "return decltype(x){};", 0},
	{"list as a default", "void f(A a = {}, B<int> b = {1, 2}, C const& c={}) { g(a); }\n", ast.TypeRepair, ast.CallExpression, "g(a)", 0},
	{"list as a default, unnamed", "struct S { S(A& a, B = {}, C = {}) : a(f(a)) {} };\n", ast.TypeRepair, ast.CallExpression, "f(a)", 0},
	{"reference to one of two", "void f(int b, int c) { int& a(g ? b : c); h(a); }\n", ast.TokenRepair, ast.ConditionalExpression, "g ? b : c", 0},
	{"cast by a keyword", "unsigned f(char c) { return (unsigned(c) << 16); }\n", ast.TypeRepair, ast.BinaryExpression, "unsigned(c) << 16", 0},
	{"through a pointer to member", "void f() { (a->*m)(b[0]); }\n", ast.TokenRepair, ast.SubscriptExpression, "b[0]", 0},
	{"split launch", "HD static void f() { k<T> < <<g, b>>>(p); }\n", ast.TokenRepair, ast.KernelCallSyntax, " <<g, b>>>", 0},

	// Members.
	{"enumeration without a name", "enum : int { A, B };\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"list of using", "struct S : B { using B::a, B::b; int c; };\n", ast.TokenRepair, ast.FieldDeclaration, "int c;", 0},
	{"bit fields", "struct S { unsigned a : 14, : 2; bool b : 1 = false; int c; };\n", ast.TokenRepair, ast.FieldDeclaration, "int c;", 0},
	{"first bit field", "struct S { unsigned : 1, a : 3; int c; };\n", ast.TokenRepair, ast.FieldDeclaration, "int c;", 0},
	{"macro alone in a class", "class S : public B {\n  LIB_OBJECT\n\npublic:\n  S(std::vector<T> a, size_t b);\n};\n", ast.MissingSemicolon, ast.ParameterDeclaration, "size_t b", 0},
	{"pack of pointers", "template <class... T> void f(const T *... a) { g(a...); }\n", ast.TypeRepair, ast.CallExpression, "g(a...)", 0},
	{"access by macro", "class S {\npublic slots:\n  void f();\nsignals:\n  void g();\n};\n", ast.TokenRepair, ast.FieldDeclaration, "void g();", 0},
	{"body by macro", "auto f(int a)\nRETURNS_IT(\n  g(a[1])\n)\nint b;\n", ast.TokenRepair, ast.CallExpression, "g(a[1])", 0},
	{"assertion in a class", "template <class T> struct S {\n  LIB_STATIC_ASSERT(g(T{}) == 1, \"text\");\n  int a;\n};\n", ast.TokenRepair, ast.CallExpression, "g(T{})", 0},
	{"static_assert without semicolon", "void f() { static_assert(a, \"text\")\n  g(); }\n", ast.MissingSemicolon, ast.CallExpression, "g()", 0},

	// Macro calls.
	{"test with a number", "TEST(Suite, 128x64_2x1) { g(); }\nTEST_F(\n  Suite,\n  12) { h(); }\n", ast.ArgumentRepair, ast.CallExpression, "h()", 0},
	{"empty last argument", "void f() { CHECK_RET(a == b, \"text\", ); }\n", ast.ArgumentRepair, ast.CallExpression, "CHECK_RET(a == b, \"text\", )", 0},
	{"jump as an argument", "void f() { CHECK_OR(g(1), return false); }\n", ast.LoopMacro, ast.ReturnStatement, "return false);", 0},
	{"blocks in parentheses", "void f() { IF_TARGET(DEV, (a[0] = 1; g();), (h();)); }\n", ast.LoopMacro, ast.CallExpression, "h()", 0},
	{"only blocks in parentheses", "void f() { DISPATCH((g();), (h();)); }\n", ast.LoopMacro, ast.CallExpression, "h()", 0},
	{"statement as an argument", "void f() { EXPECT_DEATH(g(1);); }\n", ast.ArgumentRepair, ast.CallExpression, "g(1)", 0},
	{"variable as an argument", "void f() { EXPECT_ANY(auto x = g(1)); }\n", ast.ArgumentRepair, ast.CallExpression, "g(1)", 0},
	{"type by macro", "struct S {\n  MAKE(T, 2) v;\n  __device__ MAKE(T, 2) operator()(const MAKE(T, 3) & a) const { return f(a); }\n};\n", ast.TypeRepair, ast.CallExpression, "f(a)", 0},
	{"type by a known macro", "#define Pointer(T) T *\nstruct S {\n  Pointer( char ) buffer;\n  int a;\n};\nvoid f(const Pointer( int ) a) { g(a[0]); }\n", 0, ast.SubscriptExpression, "a[0]", 0},
	{"type by an unknown macro", "struct S {\n  Pointer( char ) buffer;\n  void f(const Pointer( int ) a) { g(a[0]); }\n};\n", ast.TypeRepair, ast.SubscriptExpression, "a[0]", 0},
	{"words as an argument", "void f() { eq(STRING(hello world), \"hello world\"); }\n", ast.ArgumentRepair, ast.CallExpression, "STRING(hello world)", 0},
	{"operators as arguments", "MAKE_OP(not, Not);\nMAKE_OP(and, And);\nint b;\n", ast.ArgumentRepair, ast.Declaration, "int b;", 0},
	{"macro before a cast to void", "void f() {\n  LIB_START(\"\", lib::LEVEL)\n\n  // unused\n  (void) a;\n  g();\n}\n", ast.MissingSemicolon, ast.CallExpression, "g()", 0},
	{"operator by a macro of several definitions", "#define OP(name, T, e, ...) T name(__VA_ARGS__) { return e; }\nOP(operator+, V<T>, a[i] + b[i], const V<T> &a, T b)\n#undef OP\n#define OP(name, T) T name();\nOP(h, int)\n",
		0, ast.SubscriptExpression, "a[i]", 0},
	{"types among template arguments", "template <int N> struct S {\n  using L = s::A<B, c::C<c::E<Int<N>, Int<N>>, c::D<_0, Int<c::f(N, 64)>>>, c::C<c::E<x>, c::D<_0, Int<c::f(N, 64)>>>>;\n  int a;\n};\n",
		0, ast.FieldDeclaration, "int a;", 0},
	{"types among template arguments, unqualified", "template <int N> struct S {\n  using L = A<B, C<E<I<N>, I<M>, I<N>>, D<_0, _1, I<c::f(N, 64)>>>, C<E<I<M>, I<N>, I<N>>, D<_1, _0, I<c::f(N, 64)>>>>;\n  int a;\n};\n",
		0, ast.FieldDeclaration, "int a;", 0},
	{"macro alone before a comment", "void f() {\n  LIB_PUSH(\"-Wa\")\n  array<int, g()> a{b...};\n  LIB_POP\n\n  // A comment\n  // of two lines.\n  for (int i = 0; i < n; i++) {\n    h(a[i]);\n  }\n}\n", ast.MissingSemicolon, ast.ForStatement, "for (int i = 0; i < n; i++) {\n    h(a[i]);\n  }", 0},
	{"name of a function by macro", "void f() { eq(ns::min NO_MACRO (a, b)); }\n", ast.AttributeMacro, ast.CallExpression, "ns::min NO_MACRO (a, b)", 0},
}

func TestRepairModern(t *testing.T) { testRepair(t, modernCases) }
