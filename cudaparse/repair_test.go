package cudaparse

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A repairCase is a source that compiles with suitable headers, but that the
// grammar does not take.
type repairCase struct {
	name, text string
	// cause is what stands in the way, 0 where the grammar takes the source.
	cause ast.RepairCause
	// kind and with are a node that must be in the tree, as it is written.
	kind ast.Kind
	with string
	// qualifiers must be on that node.
	qualifiers ast.Qualifiers
}

var repairCases = []repairCase{
	{"attribute macro, defined", "#define FORCE_INLINE __device__ __forceinline__\nFORCE_INLINE float f(float x) { return x; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "float f(float x) { return x; }", ast.Device | ast.Inline},
	{"attribute macro, in a chain", "#define D __device__\n#define HD __host__ D\nHD static int f() { return 1; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "static int f() { return 1; }", ast.Host | ast.Device | ast.Static},
	{"attribute macro for a kernel", "#define KERNEL extern \"C\" __global__\nKERNEL void k(int *p) { *p = 1; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "void k(int *p) { *p = 1; }", ast.Global},
	{"attribute macro, unknown", "HOST_DEVICE float f(float x) { return x; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "float f(float x) { return x; }", 0},
	{"attribute macro, well known", "template <typename T> C10_HOST_DEVICE inline T f(T x) { return x; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "inline T f(T x) { return x; }", ast.Host | ast.Device | ast.Inline},
	{"attribute macro before a method", "struct S {\n  HOST_DEVICE S(int a) : a(a) {}\n  HOST_DEVICE int operator()(int b) const { return a + b; }\n  int a;\n};\n",
		ast.AttributeMacro, ast.FunctionDefinition, "int operator()(int b) const { return a + b; }", 0},
	{"attribute macro between type and name", "void CUDART_CB done(void *data);\n",
		ast.AttributeMacro, ast.Declaration, "void CUDART_CB done(void *data);", 0},
	{"attribute macro with arguments", "template <int N>\nC10_LAUNCH_BOUNDS_1(256) __global__ void k(int *p) { *p = N; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "__global__ void k(int *p) { *p = N; }", ast.Global},
	{"constant space by macro", "#define CONSTANT __constant__\nCONSTANT float table[4];\n",
		ast.AttributeMacro, ast.Declaration, "float table[4];", ast.Constant},
	{"API macro", "API_EXPORT void f(int a, float *b) { b[a] = 1; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "void f(int a, float *b) { b[a] = 1; }", 0},
	{"const restrict", "__global__ void k(const float* const __restrict a, int* const __restrict b) { *b = *a; }\n",
		ast.AttributeRepair, ast.ParameterDeclaration, "int* const __restrict b", 0},
	{"restrict array parameter", "__device__ void f(float a[__restrict__], int n) { a[n] = 0; }\n",
		0, ast.ArrayDeclarator, "a[__restrict__]", 0},
	{"check without semicolon", "int main() {\n  CHECK(hipMalloc(&p, 4))\n  CHECK(hipFree(p))\n  return 0;\n}\n",
		ast.MissingSemicolon, ast.CallExpression, "hipFree(p)", 0},
	{"check before a comment", "int main() {\n  CHECK(a(1))// first\n  b = 2;\n}\n",
		ast.MissingSemicolon, ast.CallExpression, "CHECK(a(1))", 0},
	{"check under if", "void f() {\n  if (x) CHECK(a(1))\n  else CHECK(b(1))\n}\n",
		ast.MissingSemicolon, ast.ElseClause, "else CHECK(b(1))\n", 0},
	{"declaration macro", "DEFINE_HAS_MEMBER(indptr)\nstruct S { int a; };\n__global__ void k() {}\n",
		ast.MissingSemicolon, ast.FunctionDefinition, "__global__ void k() {}", ast.Global},
	{"lone macro", "#define CUERR { check(); }\nvoid f() {\n  g(1); CUERR // any error\n  int b = 2; CUERR\n}\n",
		ast.MissingSemicolon, ast.Declaration, "int b = 2;", 0},
	{"statement macros in a row", "#define OP a = a + b;\n#define OP2 OP OP\nvoid f() {\n  OP2 OP2 OP2\n  c = 1;\n}\n",
		ast.MissingSemicolon, ast.AssignmentExpression, "c = 1", 0},
	{"loop macro, unknown", "__global__ void k(int *p, int n) {\n  CUDA_KERNEL_LOOP(i, n) {\n    p[i] = 1;\n  }\n}\n",
		ast.LoopMacro, ast.WhileStatement, "CUDA_KERNEL_LOOP(i, n) {\n    p[i] = 1;\n  }", 0},
	{"macro that ends in do and while", "#define STEP(p) if ((p) < 0) { break; } \\\ndo { /* the rest */ x = p; } while (0)\nvoid f() {\n  do { STEP(3); } while (0);\n}\n",
		0, ast.CallExpression, "STEP(3)", 0},
	{"type argument", "void f() { CMP_SWP(K, a, b, int, c, d); p = talloc(unsigned int, n * 2); }\n",
		ast.ArgumentRepair, ast.CallExpression, "talloc(unsigned int, n * 2)", 0},
	{"va_arg", "int f(va_list v) { return va_arg(v, int) + strlen(va_arg(v, char *)); }\n",
		ast.ArgumentRepair, ast.CallExpression, "va_arg(v, char *)", 0},
	{"typeid", "bool f() { return typeid(T) == typeid(double); }\n",
		ast.ArgumentRepair, ast.CallExpression, "typeid(double)", 0},
	{"operator argument", "void f() { REDUCE(+, a, b); APPLY(<<=, c); }\n",
		ast.ArgumentRepair, ast.CallExpression, "REDUCE(+, a, b)", 0},
	{"named pointer type argument", "void f() { p = ALLOC(node *, 4); }\n",
		ast.ArgumentRepair, ast.CallExpression, "ALLOC(node *, 4)", 0},
	{"block argument", "struct S {\n  REGISTER(params, idx, {\n    if (idx) { return 1; }\n    return 2;\n  })\n  int a;\n};\n",
		ast.ArgumentRepair, ast.ReturnStatement, "return 2;", 0},
	{"new of pointers", "void f(int n) { int **p = new int*[n]; const float **q = new const float *[n]; }\n",
		ast.TypeRepair, ast.NewExpression, "new const float *[n]", 0},
	{"string macros", "void f() { printf(\"%\" PRIu64 \" \" FMT \" \" XSTR(V) \"\\n\", a); }\n",
		ast.StringRepair, ast.ConcatenatedString, "\"%\" PRIu64 \" \" FMT \" \" XSTR(V) \"\\n\"", 0},
	{"glued string macros", "void f() { printf(\"a\"FMT\"b\"STR(V)\"c\"); }\n",
		ast.StringRepair, ast.ConcatenatedString, "\"a\"FMT\"b\"STR(V)\"c\"", 0},
	{"anonymous aligned struct", "typedef struct __align__(16)\n{\n  float x;\n} Ray;\n",
		ast.AttributeRepair, ast.StructSpecifier, "struct __align__(16)\n{\n  float x;\n}", 0},
	{"alignment behind the type", "__global__ void k() {\n  __shared__ int __align__(8) a[32];\n  a[0] = 1;\n}\n",
		ast.AttributeRepair, ast.Declaration, "__shared__ int __align__(8) a[32];", ast.Shared},
	{"attribute behind the declarator", "void f() { float a[4] __attribute__((aligned(64))); a[0] = 1; }\n",
		ast.AttributeRepair, ast.Declaration, "float a[4] __attribute__((aligned(64)));", 0},
	{"aligned constant", "__constant__ __align__(16) float a[4];\n", 0, ast.Declaration, "__constant__ __align__(16) float a[4];", ast.Constant},
	{"launch bounds behind the type", "__global__ void __launch_bounds__(256, 2) k(int *p) { *p = 1; }\n", 0,
		ast.FunctionDefinition, "__global__ void __launch_bounds__(256, 2) k(int *p) { *p = 1; }", ast.Global},
	{"launch bounds first", "__launch_bounds__(256) __global__ void k(int *p) { *p = 1; }\n",
		0, ast.FunctionDefinition, "__launch_bounds__(256) __global__ void k(int *p) { *p = 1; }", ast.Global},
	{"cluster dimensions", "__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) k(int *p) { *p = 1; }\n",
		ast.AttributeRepair, ast.FunctionDefinition, "__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(128) k(int *p) { *p = 1; }", ast.Global},
	{"block size and registers", "__global__ void __block_size__((128, 1, 1)) __maxnreg__(64) k(int *p) { *p = 1; }\n",
		ast.AttributeRepair, ast.FunctionDefinition, "__global__ void __block_size__((128, 1, 1)) __maxnreg__(64) k(int *p) { *p = 1; }", ast.Global},
	{"device lambda", "void f() { auto g = [=] __device__ (int i) { return i; }; auto h = [=] __host__ __device__ (int i) { return i; }; }\n",
		ast.AttributeRepair, ast.LambdaExpression, "[=] __host__ __device__ (int i) { return i; }", ast.Host | ast.Device},
	{"lambda with a macro", "#define HD __host__ __device__\nvoid f() { auto g = [=] HD (int i) { return i; }; }\n",
		ast.AttributeMacro, ast.LambdaExpression, "[=] HD (int i) { return i; }", ast.Host | ast.Device},
	{"conditional parameter", "__global__ void k(int *p\n#ifdef EXTRA\n  , int n\n#endif\n) { *p = 1; }\n",
		ast.Conditional, ast.FunctionDefinition, "__global__ void k(int *p\n#ifdef EXTRA\n  , int n\n#endif\n) { *p = 1; }", ast.Global},
	{"conditional head", "void f() {\n#if 0\n  for (int i = 0; i < 4; i++) {\n#else\n  while (g()) {\n#endif\n    h();\n  }\n}\n",
		ast.Conditional, ast.WhileStatement, "while (g()) {\n#endif\n    h();\n  }", 0},
	{"conditional linkage", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nvoid f();\nvoid g() {}\n#ifdef __cplusplus\n}\n#endif\nHD int h() { return 1; }\n",
		ast.Conditional, ast.FunctionDefinition, "void g() {}", 0},
	{"conditional else", "void f() {\n  if (a) {\n    b();\n  }\n#ifdef DEBUG\n  else {\n    c();\n  }\n#endif\n  d();\n}\n",
		ast.Conditional, ast.CallExpression, "d()", 0},
	{"nested conditionals", "void f(int a,\n#if defined(A) && A > 2\n#ifdef B\n int b\n#else\n int c\n#endif\n#else\n int d\n#endif\n) {}\n",
		ast.Conditional, ast.ParameterDeclaration, "int d", 0},
	{"include in an initializer", "int a[] = {\n#include \"values.inc\"\n};\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"explicit instantiation", "template <class T> class Q { T a; };\ntemplate class Q<float>;\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"specifiers behind the type", "template <typename T>\nT const &\n__device__ __host__ f(const T &a) { return a; }\n",
		ast.AttributeRepair, ast.FunctionDefinition, "T const &\n__device__ __host__ f(const T &a) { return a; }", ast.Host | ast.Device},
	{"label at the end", "void f() {\n  { if (a) goto out;\n  out:\n  }\n}\n", 0, ast.GotoStatement, "goto out;", 0},
	{"grid constant", "__global__ void k(const __grid_constant__ Params p) { }\n", 0, ast.ParameterDeclaration, "const __grid_constant__ Params p", ast.Const | ast.GridConst},
	{"attribute macro, reserved name", "inline __both__ float f(float x) { return x; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "inline __both__ float f(float x) { return x; }", ast.Inline},
	{"restrict by macro", "__global__ void k(const real* RESTRICT a, real* RESTRICT b) { *b = *a; }\n",
		ast.AttributeMacro, ast.ParameterDeclaration, "real* RESTRICT b", 0},
	{"macro behind the name", "struct L { static int max PREVENT_MACRO (int a) { return a; } };\n",
		ast.AttributeMacro, ast.ParameterDeclaration, "int a", 0},
	{"calling convention of a pointer", "typedef unsigned (WINAPI *routine)(void *);\nint b;\n", ast.AttributeMacro, ast.TypeDefinition,
		"typedef unsigned (WINAPI *routine)(void *);", 0},
	{"const by another name", "static __device__ __const__ uint8_t a = 15;\n",
		ast.AttributeRepair, ast.Declaration, "static __device__ __const__ uint8_t a = 15;", ast.Device | ast.Const | ast.Static},
	{"pragma behind a head", "void f() {\n  for (int i = 0; i < 4; i++)\n#pragma unroll\n    for (int j = 0; j < 4; j++) g(i, j);\n}\n",
		ast.TokenRepair, ast.CallExpression, "g(i, j)", 0},
	{"empty directive", "#include <a>\n#\n#include <b>\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"comment in a definition", "#define M(a) { \\\n  a; \\\n  /* b */ \\\n  if (a) { \\\n    a; \\\n  } \\\n}\nint b;\n", ast.TokenRepair, ast.Declaration, "int b;", 0},
	{"prototype guard", "void timer STDC_ARGS( ( const int a ) );\nint b;\n", ast.TokenRepair, ast.ParameterDeclaration, "const int a", 0},
	{"typename in an expression", "template <class T> float f(T r) { return typename T::value(g(r)); }\n", ast.TokenRepair, ast.CallExpression, "g(r)", 0},
	{"default of an unnamed parameter", "int *f(int n, const void * = 0);\n", ast.TokenRepair, ast.OptionalParameterDeclaration, "const void * = 0", 0},
	{"deleted function", "struct H {\n  template <class T> __host__ __device__ inline\n  static hash_type hash(T) = delete;\n  int a;\n};\n", ast.TokenRepair, ast.FieldDeclaration, "int a;", 0},
	{"attribute macro taken for a type", "#define HD __host__ __device__\nstruct S {\n  HD S();\n};\nHD f(int a) { return a; }\n",
		ast.AttributeMacro, ast.FunctionDefinition, "f(int a) { return a; }", ast.Host | ast.Device},
	{"byte order mark", "\xef\xbb\xbfDEV static int f() { return 1; }\n", ast.AttributeMacro, ast.FunctionDefinition, "static int f() { return 1; }", ast.Static},
	{"line ends of another system", "int main() {\r\n  CHECK(a(1))\r\n  CHECK(b(1))\r\n}\r\n", ast.MissingSemicolon, ast.CallExpression, "CHECK(a(1))", 0},
}

func TestRepair(t *testing.T) { testRepair(t, repairCases) }

func testRepair(t *testing.T, cases []repairCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := parseString(t, c.text)
			for _, e := range f.Errors {
				t.Errorf("error at %s: %q (missing: %v)", at(f, e.Span.Start), f.Source.Slice(e.Span), e.Missing)
			}
			if string(f.Source.Text) != c.text {
				t.Error("the text changed")
			}
			if c.cause == 0 && len(f.Repairs) > 0 && len(parseRaw(t, c.text).Errors) == 0 {
				t.Errorf("repaired without need: %v", f.Repairs)
			}
			found := c.cause == 0
			for _, r := range f.Repairs {
				found = found || r.Cause == c.cause
			}
			if !found {
				t.Errorf("no repair of cause %v in %v", c.cause, f.Repairs)
			}
			var near []string
			for n := range f.Root().Descendants() {
				if n.Kind() != c.kind {
					continue
				}
				if n.Text() == c.with && n.Qualifiers()&c.qualifiers == c.qualifiers {
					return
				}
				near = append(near, n.Text())
			}
			t.Errorf("no %v %q with qualifiers %b; there are %q", c.kind, c.with, c.qualifiers, near)
		})
	}
}

func parseRaw(t testing.TB, text string) *ast.File {
	t.Helper()
	f, err := ParseWith(context.Background(), source.NewFile("t.cu", []byte(text)), Options{NoRepair: true})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// outside are macros that are defined somewhere else.
type outside map[string]*preproc.Macro

func (o outside) Macro(name string) *preproc.Macro { return o[name] }
func (o outside) Arm(int) bool                     { return false }

func TestRepairAsksAboutMacros(t *testing.T) {
	text := "dev_fn static int f() { return 1; }\n"
	options := Options{Outside: outside{"dev_fn": preproc.Define("dev_fn=__device__ inline")}}
	f, err := ParseWith(context.Background(), source.NewFile("t.cu", []byte(text)), options)
	if err != nil || len(f.Errors) > 0 {
		t.Fatal(err, f.Errors)
	}
	if q, want := f.Root().ChildOf(ast.FunctionDefinition).Qualifiers(), ast.Device|ast.Inline|ast.Static; q != want {
		t.Errorf("qualifiers %b, want %b", q, want)
	}
}

func TestRepairCounts(t *testing.T) {
	f := parseString(t, "void f(int a\n#ifdef X\n, int b\n#endif\n) {} // end\n")
	if len(f.Repairs) != 3 || f.BlankedBytes != len("#ifdef")+len("X")+len(",")+len("int")+len("b")+len("#endif") {
		t.Errorf("repaired %d, blanked %d", len(f.Repairs), f.BlankedBytes)
	}
	if len(f.Inactive) != 1 || f.Source.Slice(f.Inactive[0]) != ", int b" {
		t.Errorf("inactive %v", f.Inactive)
	}
	if len(f.Comments) != 1 || !strings.HasPrefix(f.Source.Slice(f.Comments[0]), "// end") {
		t.Errorf("comments %v", f.Comments)
	}
}

func TestRepairLeavesRealErrors(t *testing.T) {
	for _, text := range []string{"int f( { return 1; }\n", "void f() { g(,); }\n", "}\n", "int a = ;\n"} {
		if f := parseString(t, text); len(f.Errors) == 0 {
			t.Errorf("%q: no error", text)
		}
	}
}

// TestManyQualifiers: the declaration that each of many qualifiers belongs to is found without
// a search through all declarations, which would take minutes.
func TestManyQualifiers(t *testing.T) {
	const count = 60000
	start := time.Now()
	f, err := Parse(context.Background(), source.NewFile("t.cu", []byte("#define API __device__\n"+strings.Repeat("API void f();\n", count))))
	if errors.Is(err, ErrTooSlow) {
		t.Skip("the parser alone takes too long: the machine is busy")
	}
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 15*time.Second {
		t.Errorf("took %v", took)
	}
	found := 0
	for n := range f.Root().Children() {
		if n.Qualifiers() == ast.Device {
			found++
		}
	}
	if found != count {
		t.Errorf("%d declarations have the qualifier, want %d", found, count)
	}
}
