package sema

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/cudaparse/types"
)

func TestIncludes(t *testing.T) {
	files := map[string]string{
		"dir/a.h":     "#ifndef A_H\n#define A_H\n#include \"b.h\"\n#include \"a.h\"\n#define SIZE 8\nstruct A { float x[SIZE]; };\n#endif",
		"dir/b.h":     "#pragma once\n#include \"sub/c.h\"\nextern __constant__ A table[4];",
		"dir/sub/c.h": "#include \"d.h\"\n",
		"dir/sub/d.h": "constexpr int d = 5;",
		"inc/e.h":     "__device__ int e();",
		"dir/main.cu": "",
	}
	cache := NewCache(0)
	text := "#include \"a.h\"\n#include <e.h>\n#include \"missing.h\"\n__constant__ A table[4];\nint last = d;"
	for range 2 {
		u := build(t, text, files, func(o *Options) { o.IncludeDirs = []string{"inc"}; o.Cache = cache })
		if len(u.Files) != 6 {
			t.Errorf("%d files", len(u.Files))
		}
		v := variable(t, u, "table")
		if v.Type.Size != 128 || v.Space != ConstantSpace || v.Node.File() != u.File {
			t.Errorf("table: %+v", v)
		}
		if got := describe(u.Global.Const(variable(t, u, "last").Init)); got != "int 5" {
			t.Errorf("last = %s", got)
		}
		function(t, u, "e")
	}
}

func TestIncludeBesideTheSource(t *testing.T) {
	files := map[string]string{"dir/kernel.cu": "__global__ void k() {}", "dir/math.h": "__global__ void own() {}", "inc/both.h": "int inc;", "dir/both.h": "int beside;"}
	u := build(t, "#include <kernel.cu>\n#include <math.h>\n#include <both.h>\n#include <vector>\n", files, func(o *Options) { o.IncludeDirs = []string{"inc"} })
	var paths []string
	for _, f := range u.Files[1:] {
		paths = append(paths, f.Source.Path)
	}
	if got := strings.Join(paths, " "); got != "dir/kernel.cu inc/both.h" {
		t.Errorf("included %s", got)
	}
}

// TestIncludeNext has a header that wraps one of the same name in a later folder. Neither
// the including file itself nor an earlier folder is meant.
func TestIncludeNext(t *testing.T) {
	files := map[string]string{
		"dir/main.cu": "", "dir/last.h": "int beside;", "a/cfg.h": "int a;", "b/cfg.h": "#include_next <cfg.h>\n#include_next <none.h>\nint b;",
		"c/cfg.h": "#include_next \"cfg.h\"\nint c;", "a/none.h": "int none;", "b/last.h": "int last;",
	}
	for _, c := range []struct{ text, dirs, want string }{
		{"#include <cfg.h>", "b c", "b/cfg.h c/cfg.h"},
		{"#include <cfg.h>", "c b", "c/cfg.h b/cfg.h"},
		{"#include <cfg.h>", "b a c", "b/cfg.h a/cfg.h a/none.h"},
		{"#include <cfg.h>", "a b c", "a/cfg.h"},
		{"#include_next \"last.h\"", "b", "b/last.h"}, // the source was found in no folder
	} {
		u := build(t, c.text, files, func(o *Options) { o.IncludeDirs = strings.Fields(c.dirs) })
		var got []string
		for _, f := range u.Files[1:] {
			got = append(got, f.Source.Path)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s with %s: %q, want %q", c.text, c.dirs, got, c.want)
		}
	}
}

// TestSystemHeaders takes the same headers by -I and by -isystem.
func TestSystemHeaders(t *testing.T) {
	files := map[string]string{
		"lib/a.h": "#include \"b.h\"\n#include <own.h>\n#include \"dir/c.h\"\n", "lib/b.h": "int b;", "lib/dir/c.h": "int c;",
		"inc/own.h": "int own;", "inc/says.h": "// Ours.\n#  pragma GCC system_header\nint says;", "inc/not.h": "// #pragma GCC system_header\n",
		"dir/near.h": "int near;", "dir/main.cu": "",
	}
	text := "#pragma GCC system_header\n#include \"near.h\"\n#include <a.h>\n#include <says.h>\n#include <not.h>\n#include \"near.h\"\n"
	for _, c := range []struct {
		system []string
		want   string
	}{
		{nil, "inc/says.h"},
		{[]string{"lib"}, "lib/a.h lib/b.h lib/dir/c.h inc/says.h"},
		{[]string{"lib", "inc", "dir"}, "lib/a.h lib/b.h inc/own.h lib/dir/c.h inc/says.h inc/not.h"},
	} {
		u := build(t, text, files, func(o *Options) { o.IncludeDirs, o.SystemDirs = []string{"inc", "lib"}, c.system })
		var got []string
		for _, f := range u.Files {
			if u.System(f) {
				got = append(got, f.Source.Path)
			}
		}
		if len(u.Files) != 8 || strings.Join(got, " ") != c.want {
			t.Errorf("-isystem %q: %q of %d files are system headers, want %q", c.system, got, len(u.Files), c.want)
		}
	}
}

// TestForcedIncludes has -include and -U: both count before the first line.
func TestForcedIncludes(t *testing.T) {
	files := map[string]string{"pre/config.h": "#define SIZE 8\n#include \"more.h\"\n", "pre/more.h": "struct Row { float x[SIZE]; };"}
	text := "#if SIZE == 8\n__constant__ Row table[4];\n#endif\n#ifdef DEBUG\nint debug;\n#else\nint release;\n#endif\n#ifdef BOTH\nint both;\n#endif\n"
	u := build(t, text, files, func(o *Options) {
		o.Includes, o.Undefines, o.Defines = []string{"pre/none.h", "pre/config.h", "pre/config.h"}, []string{"DEBUG", "BOTH"}, []string{"BOTH"}
	})
	if len(u.Files) != 3 || u.Files[0] != u.File {
		t.Errorf("%d files, the first %s", len(u.Files), u.Files[0].Source.Path)
	}
	if v := variable(t, u, "table"); v.Type.Size != 128 {
		t.Errorf("table has %d bytes", v.Type.Size)
	}
	var names []string
	for _, v := range u.Variables {
		names = append(names, v.Name)
	}
	if got := strings.Join(names, " "); got != "table release both" {
		t.Errorf("variables %s", got)
	}
}

func TestConditions(t *testing.T) {
	const undecided, yes, no = preproc.Undecided, preproc.True, preproc.False
	tests := []struct {
		cond         string
		host, device preproc.Truth
	}{
		{"#if 1", yes, yes}, {"#if 0", no, no}, {"#ifdef __CUDACC__", yes, yes}, {"#ifndef __CUDACC__", no, no},
		{"#ifdef __CUDA_ARCH__", no, yes}, {"#if __CUDA_ARCH__ >= 700", no, yes}, {"#if __CUDA_ARCH__ < 700", yes, no},
		{"#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 900", no, no},
		{"#ifdef _WIN32", no, no}, {"#if defined(NEVER) || defined(__CUDACC__)", yes, yes}, {"#ifdef NEVER", undecided, undecided}, {"#if NEVER > 3", undecided, undecided},
		{"#if !defined(NEVER)", undecided, undecided}, {"#if KNOWN == 4", yes, yes}, {"#if KNOWN * 2 > 9", no, no}, {"#if CALL(3) == 6", yes, yes},
		{"#if FROM_OPTION > 1", yes, yes}, {"#ifdef GONE", no, no}, {"#if __cplusplus >= 201103L", yes, yes}, {"#if LOOP", undecided, undecided},
		{"#if CUDART_VERSION >= 12000", yes, yes}, {"#if 0 && NEVER", no, no}, {"#if 'a' == 97", yes, yes},
	}
	for _, test := range tests {
		u := build(t, "#define KNOWN 4\n#define CALL(x) ((x) * 2)\n#define GONE\n#undef GONE\n#define LOOP LOOP + LOOP + LOOP\nvoid f() {\n"+test.cond+"\n int x;\n#endif\n}", nil,
			func(o *Options) { o.Defines = []string{"FROM_OPTION=2"} })
		for n := range u.File.Root().Descendants() {
			if n.Is(ast.PreprocIf, ast.PreprocIfdef) {
				if h, d := u.Condition(n, false), u.Condition(n, true); h != test.host || d != test.device {
					t.Errorf("%s: host %v device %v", test.cond, h, d)
				}
			}
		}
	}
}

func TestLookup(t *testing.T) {
	u := build(t, `
namespace a { __constant__ int v; __device__ int f(int); namespace b { __device__ int f(float); __device__ int g(); } inline namespace c { __device__ int h(); } }
namespace { __device__ int hidden(); }
using namespace a;
using a::b::g;
namespace alias = a::b;
struct Base { __device__ int method(int) const; static const int s = 3; int field; };
struct Derived : Base { __device__ int operator[](int i) { return i; } __device__ int over(int); __device__ int over(float); Derived(int x) : member(x) {} int member; };
__device__ int Derived::over(float q) { return 1; }
template <typename T> struct Box { T value; __device__ T get(int i); typedef T type; struct Inner { T t[2]; }; };
template <typename U> __device__ U Box<U>::get(int i) { return value; }
template <> struct Box<char> { int special; };
extern "C" __global__ void __launch_bounds__(128, 2) kernel(float *p);
__global__ void kernel(float *q) { v; f(1); h(); g(); hidden(); alias::f(1.f); q[0]; }
`, nil)
	kernel := function(t, u, "kernel")
	if !kernel.Kernel() || !kernel.Body.Valid() || len(kernel.LaunchBounds) != 2 || kernel.Params[0].Name != "q" || len(u.Kernels()) != 1 {
		t.Errorf("kernel: %+v", kernel)
	}
	want := map[string]string{"f": "a", "h": "a::c", "g": "a::b", "hidden": "", "alias::f": "a::b"}
	for n := range kernel.Body.Descendants() {
		switch n.Kind() {
		case ast.CallExpression:
			name := n.Child(ast.FieldFunction)
			found, _ := kernel.Scope.FunctionsNamed(name)
			if len(found) != 1 || found[0].Namespace != want[name.Text()] {
				t.Errorf("%s: %+v", name.Text(), found)
			}
		case ast.Identifier:
			if n.Text() == "v" && kernel.Scope.Variable(n) == nil {
				t.Error("no variable v")
			}
		case ast.SubscriptExpression:
			if f := u.FunctionAt(n); f != kernel {
				t.Errorf("function at q[0]: %v", f)
			}
		}
	}
	derived := u.Global.recordNamed("Derived")
	if len(MethodsNamed(derived, "method")) != 1 || !MethodsNamed(derived, "method")[0].Const || len(MethodsNamed(derived, "[]")) != 1 || len(MethodsNamed(derived, "Derived")[0].Initializers) != 1 {
		t.Errorf("methods of Derived: %+v", MembersOf(derived).Methods)
	}
	if f, ok := derived.FieldNamed("field"); !ok || f.Offset != 0 {
		t.Errorf("field: %+v", f)
	}
	withBody := 0
	for _, f := range MethodsNamed(derived, "over") {
		if f.Body.Valid() {
			withBody++
			if f.Params[0].Name != "q" {
				t.Errorf("parameter %s", f.Params[0].Name)
			}
		}
	}
	if withBody != 1 {
		t.Errorf("%d bodies of over", withBody)
	}
}

// recordNamed returns the class of a name.
func (s *Scope) recordNamed(name string) *Record {
	return evalIn(s).typeByName(s, name).Record
}

func TestTemplates(t *testing.T) {
	u := build(t, `
template <typename T> struct Box { T value; __device__ T get(int i); typedef T type; struct Inner { T t[2]; }; static const int n = sizeof(T); };
template <typename U> __device__ U Box<U>::get(int i) { return value; }
template <> struct Box<char> { int special; };
template <typename T> struct Box<T *> { T *pointer; int partial; };
template <typename T, int N = 3> using Array = T[N];
Box<float> a; Box<double>::Inner b; Box<char> c; Box<int *> d; Box<Box<float>>::type e; Array<short> f;
int n = Box<double>::n;
template <typename T> __device__ void one(T); template <typename T> __device__ void one(T *);
__device__ void two(int); __device__ void two(float); __device__ void two(double);
template <typename T, int N> __device__ void three(T (&x)[N], const Box<T> &b);
template <typename T> __device__ void four(T, T);
template <> __device__ void one<double>(double);
float array[7];
void host(float x, int *p, double dd) { one(x); one(p); two(x); two('c'); two(1u); three(array, a); one(dd); four(1, 2); four(1, 2.0); }
`, nil)
	for name, want := range map[string]string{"a": "Box<float> 4", "b": "Inner 16", "c": "Box<char> 4", "d": "Box<int *> 16", "e": "Box<float> 4", "f": "short [] 6"} {
		v := variable(t, u, name)
		if got := v.Type.Name + " " + itoa(v.Type.Size); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := describe(u.Global.Const(variable(t, u, "n").Init)); got != "int 8" {
		t.Errorf("n = %s", got)
	}
	get := MethodsNamed(variable(t, u, "a").Type.Record, "get")
	if len(get) != 1 || !get[0].Body.Valid() {
		t.Fatalf("get: %+v", get)
	}
	if r := get[0].Scope.ResultType(get[0]); r.Kind != Float {
		t.Errorf("result of get: %+v", r)
	}
	host := function(t, u, "host")
	locals := map[string]*Type{"x": types.FloatType, "p": types.PointerTo(types.IntType), "dd": types.DoubleType}
	s := &Scope{Unit: u, Outer: host.Scope, Local: func(name string) (LocalName, bool) {
		t, ok := locals[name]
		return LocalName{Type: t}, ok
	}}
	want := []string{"one(T) T=float", "one(T *) T=int", "two(float)", "two(int)", "-", "three(T (&x)[N], const Box<T> &b) T=float N=7", "one(double)", "four(T, T) T=int", "-"}
	i := 0
	for n := range host.Body.Descendants() {
		if n.Kind() != ast.CallExpression {
			continue
		}
		var types []*Type
		for a := range n.Child(ast.FieldArguments).Children() {
			types = append(types, s.ExprType(a))
		}
		candidates, explicit := s.FunctionsNamed(n.Child(ast.FieldFunction))
		f, b := s.Resolve(candidates, explicit, types)
		got := "-"
		if f != nil {
			got = f.Name + f.declarator.Child(ast.FieldParameters).Text()
			for _, p := range f.TemplateParams {
				got += " " + p.Name + "=" + b.Args[p.Name].String()
			}
		}
		if got != want[i] {
			t.Errorf("%s: %s, want %s", n.Text(), got, want[i])
		}
		i++
	}
}

func itoa(n int64) string { return strings.TrimSpace(describe(types.IntConst(n, types.LongType))[5:]) }

func TestExpand(t *testing.T) {
	u := build(t, `
#define SWAP(a, b) { int t = a; a = b; b = t; }
#define IDX(i, j) ((i) * 4 + (j))
#define LOG(fmt, ...) printf(fmt, ##__VA_ARGS__)
#define STR(x) #x
#define KERNEL __global__ static
#define TYPE unsigned int
#define DEFINE(name) __global__ void name##_kernel(int *p) { p[0] = 1; }
#define BOMB0 1+1+1+1+1+1+1+1
#define BOMB1 BOMB0+BOMB0+BOMB0+BOMB0+BOMB0+BOMB0+BOMB0+BOMB0
#define BOMB2 BOMB1+BOMB1+BOMB1+BOMB1+BOMB1+BOMB1+BOMB1+BOMB1
#define BOMB3 BOMB2+BOMB2+BOMB2+BOMB2+BOMB2+BOMB2+BOMB2+BOMB2
#define BOMB4 BOMB3+BOMB3+BOMB3+BOMB3+BOMB3+BOMB3+BOMB3+BOMB3
#define BOMB5 BOMB4+BOMB4+BOMB4+BOMB4+BOMB4+BOMB4+BOMB4+BOMB4
DEFINE(first);
KERNEL void k(int x, int y) { SWAP(x, y); x = IDX(x + 1, y); LOG("%d"); LOG("%d", x); STR(a + b); plain(x); int z = BOMB5; }
__constant__ TYPE c[2];
`, nil)
	want := map[string]string{
		"SWAP(x, y)": "{{ int t = x; x = y; y = t; };}", "IDX(x + 1, y)": "((x + 1) * 4 + (y))", `LOG("%d")`: `{printf("%d");}`, `LOG("%d", x)`: `{printf("%d",x);}`,
		"STR(a + b)": `{"a + b";}`, "plain(x)": "", "BOMB5": "",
	}
	for n := range function(t, u, "k").Body.Descendants() {
		w, ok := want[n.Text()]
		if !ok || !n.Is(ast.CallExpression, ast.Identifier) {
			continue
		}
		x, ok := u.Expand(n)
		if got := x.Text(); got != w || ok != (w != "") {
			t.Errorf("%s: %q, want %q", n.Text(), got, w)
		}
		if ok && x.Origin() != n {
			t.Errorf("origin of %s", n.Text())
		}
	}
	if !function(t, u, "k").Kernel() || !function(t, u, "first_kernel").Kernel() {
		t.Error("kernels behind macros")
	}
	if v := variable(t, u, "c"); v.Type.Size != 8 {
		t.Errorf("c: %+v", v.Type)
	}
}

// A unit is asked from many goroutines at once; the race detector watches.
func TestConcurrentUse(t *testing.T) {
	u := build(t, prelude+"__global__ void k() { Size<double> a; Size<short *> b; int c = Fact<9>::value + SQUARE(N); }", nil)
	k := function(t, u, "k")
	var wait sync.WaitGroup
	for range 8 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for n := range k.Body.Descendants() {
				if n.Kind() == ast.Declaration {
					for _, d := range k.Scope.Declarators(n) {
						k.Scope.Const(d.Init)
						_ = d.Type.Size
					}
				}
			}
		}()
	}
	wait.Wait()
}

// Sources that are made to exhaust something must end soon.
func TestHostile(t *testing.T) {
	many := strings.Repeat
	for _, text := range []string{
		"template <int N> struct A { A<N + 1> a; A<N + 2> b; }; A<0> a; int x = sizeof(a);",
		"template <typename T> struct A { A<A<T>> a; A<T *> *b; }; A<int> a;",
		"constexpr int f(int n) { return f(n + 1) + f(n + 2); } int x[f(0)];",
		"constexpr int f(int n) { for (;;) n++; return n; } __constant__ int x[f(0)];",
		"const int a = b; const int b = a; int x[a];",
		"typedef A B; typedef B A; A x;",
		"struct A : A { }; struct B : C { }; struct C : B { B b; }; B b;",
		"namespace a { using namespace b; } namespace b { using namespace a; } using namespace a; int x = q;",
		"enum { A = B, B = A }; int x[A];",
		"#define A B\n#define B A\nA x;",
		"#define F(x) F(x)(x)\nint x[F(F)(F)];",
		"#define E\n#define A(x) x x x x\nint x[A(A(A(A(A(A(A(A(A(A(A(A(1))))))))))))];",
		"#if A\n#elif A\n" + many("#elif B\n", 2000) + "#endif",
		many("namespace a {", 300) + many("}", 300),
		many("struct A {", 300) + many("};", 300),
		"int x = " + many("(", 1000) + "1" + many(")", 1000) + ";",
		"int x = 1" + many("+1", 20000) + ";",
		"void f(int n) { f(n); g(n); } void g(int n) { f(n); g(n); k<<<n, n>>>(n); }",
		"using A = decltype(a); A a;",
		"auto a = b; auto b = a; int x = sizeof(a);",
		"template <typename T> using A = A<T>; A<int> x;",
		"void f() { int a = a; int b = c, c = b; k<<<a, b>>>(c); }",
		"struct Scene {\n\n__global__ void by_obtureObject_t tex) { out[0] = 1; }\n\n};\n",
	} {
		start := time.Now()
		u, err := NewUnit(context.Background(), source.NewFile("t.cu", []byte(text)), Options{})
		if err != nil {
			continue // nested too deeply
		}
		for _, v := range u.Variables {
			v.Scope.Const(v.Init)
			v.Scope.ExprType(v.Init)
		}
		if took := time.Since(start); took > 15*time.Second { // what is not bounded takes minutes
			t.Errorf("%.60s took %v", text, took)
		}
	}
}

func FuzzUnit(f *testing.F) {
	f.Add(prelude)
	f.Add("template <typename T, int N> struct A { T a[N]; };\nA<float, 3> x; __constant__ A<int, 4> y; int main() { dim3 b(4); k<<<b, b>>>(&x); }")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20000 {
			return
		}
		defer time.AfterFunc(10*time.Second, func() { panic("no end: " + text) }).Stop()
		u, err := NewUnit(context.Background(), source.NewFile("f.cu", []byte(text)), Options{})
		if err != nil {
			return
		}
		for n := range u.File.Root().Descendants() {
			s := u.Global
			if fn := u.FunctionAt(n); fn != nil {
				s = fn.Scope
			}
			switch n.Kind() {
			case ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.TypeDefinition:
				s.Declarators(n)
			case ast.TypeDescriptor:
				s.Type(n)
			case ast.CallExpression, ast.Identifier, ast.BinaryExpression:
				u.Expand(n)
				s.ExprType(n)
				s.Const(n)
			case ast.PreprocIf, ast.PreprocIfdef:
				u.Condition(n, true)
			}
		}
	})
}

func FuzzConst(f *testing.F) {
	for _, e := range []string{"1 + 2", "N * sizeof(P)", "Fact<5>::value", "CAT(1, 2)", "k ? 1 : 2.0f", "'a'", "0x1p3", "std::max(1, 2)"} {
		f.Add(e)
	}
	f.Fuzz(func(t *testing.T, expr string) {
		if len(expr) > 2000 {
			return
		}
		defer time.AfterFunc(10*time.Second, func() { panic("no end: " + expr) }).Stop()
		u, err := NewUnit(context.Background(), source.NewFile("f.cu", []byte(prelude+"auto fuzzed = "+expr+";")), Options{})
		if err != nil {
			return
		}
		for _, v := range u.Variables {
			k := u.Global.Const(v.Init)
			if k.Known() && k.Type.Kind == Int && k.Convert(k.Type).Int != k.Int {
				t.Errorf("%s: %d is no %s", expr, k.Int, k.Type.Name)
			}
		}
	})
}
