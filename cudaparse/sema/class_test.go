package sema

import (
	"fmt"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// queried is a header with all ways to declare a function, and the macros that hide what
// they are.
const queried = `
#define KERNEL __global__
#define ENTRY KERNEL static
#define PASTED(x) x##l__
#define HD __host__ __device__
struct Plain { HD int one() const { return 1; } int two(); static const int size = 4; struct Inner { HD float deep(); }; };
int Plain::two() { return table[0]; }
float Plain::Inner::deep() { return 2; }
template <class T> struct Box {
#if FLAG
  T get(int i) { return i; }
#else
  T got(int i) { return table[i]; }
#endif
  template <int N> int many();
  ENTRY void hidden(int *p) { *p = table[1]; }
};
template <class T> template <int N> int Box<T>::many() { return N; }
struct Special { template <class T> int of(); static __device__ int counter; };
template <> int Special::of<int>() { return Special::counter; }
int elsewhere(int); struct Told { void later(); };
int free_one(); int free_one() { return 3; }
namespace a { struct Plain { void two() {} }; __global__ void k(int *p); void operator+(Plain, Plain) {} }
__global__ void a::k(int *p) { *p = table[2]; }
typedef struct { int call() { return 5; } } Unnamed;
`

const querying = "__constant__ int table[8];\n#include \"queried.h\"\nint main() { Plain p; return p.one(); }\n"

// TestQueries compares what each query finds where nothing was asked before with those of
// all functions that fit.
func TestQueries(t *testing.T) {
	unit := func() *Unit { return build(t, querying, map[string]string{"dir/queried.h": queried}) }
	all := unit().Functions()
	names := map[string]bool{"table": true}
	queries := map[string]struct {
		query func(*Unit) []*Function
		fits  func(*Function) bool
	}{
		"kernels":    {(*Unit).Kernels, func(f *Function) bool { return f.Kernel() && f.Body.Valid() }},
		"declared":   {(*Unit).FunctionsDeclared, func(f *Function) bool { return !f.Body.Valid() }},
		"mentioning": {func(u *Unit) []*Function { return u.FunctionsMentioning(names) }, func(f *Function) bool { return f.Body.Valid() && Mentions(f.Body, names) }},
		"source": {func(u *Unit) []*Function { return u.FunctionsIn(func(f *ast.File) bool { return f == u.File }) },
			func(f *Function) bool { return f.Name == "main" }},
		"free": {(*Unit).FreeFunctions, func(f *Function) bool { return f.Record == nil }},
	}
	for _, f := range all {
		queries["named "+f.Name] = struct {
			query func(*Unit) []*Function
			fits  func(*Function) bool
		}{func(u *Unit) []*Function { return u.FunctionsNamed(f.Name) }, func(g *Function) bool { return g.Name == f.Name }}
	}
	if len(queries) < 16 || len(all) < 14 {
		t.Fatalf("%d queries, %d functions: %v", len(queries), len(all), places(all))
	}
	for name, q := range queries {
		want := places(filtered(all, q.fits))
		if got := places(q.query(unit())); !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestDefinedOnce: a body outside of its class is of one function.
func TestDefinedOnce(t *testing.T) {
	of := map[ast.Node]*Function{}
	for _, f := range build(t, querying, map[string]string{"dir/queried.h": queried}).Functions() {
		if other := of[f.Body]; f.Body.Valid() && other != nil {
			t.Errorf("one body is of %v", places([]*Function{other, f}))
		}
		of[f.Body] = f
	}
}

func places(functions []*Function) []string {
	var out []string
	for _, f := range functions {
		out = append(out, fmt.Sprintf("%s::%s@%d", f.Namespace, f.Name, f.Node.Span().Start))
	}
	return out
}

// TestFunctionsByPlace asks for each function by where it stands, of units that nothing was
// asked of before.
func TestFunctionsByPlace(t *testing.T) {
	all := build(t, querying, map[string]string{"dir/queried.h": queried}).Functions()
	for i, f := range all {
		if !f.Body.Valid() {
			continue
		}
		u := build(t, querying, map[string]string{"dir/queried.h": queried})
		file := u.Files[slices.IndexFunc(u.Files, func(x *ast.File) bool { return x.Source.Path == f.Body.File().Source.Path })]
		body := file.At(f.Body.Index())
		if got := u.FunctionAt(body); got == nil || places([]*Function{got})[0] != places(all[i : i+1])[0] {
			t.Errorf("at the body of %s is %v", f.Name, got)
		} else if by := u.FunctionDefinedBy(file.At(f.Node.Index())); by != got {
			t.Errorf("the definition of %s defines %v", f.Name, by)
		}
		if got := u.FunctionAt(file.Root()); got != nil {
			t.Errorf("outside of all functions is %s", got.Name)
		}
	}
}

// TestDeclaredNames compares the names that are told of closed classes with those of open
// ones.
func TestDeclaredNames(t *testing.T) {
	declaredNames := func(open bool) map[string][2]bool {
		u := build(t, querying, map[string]string{"dir/queried.h": queried})
		if open {
			u.Functions()
			for _, c := range u.classes {
				c.summary = &decl.ClassSummary{TooDeep: true} // tells nothing
			}
		}
		out := map[string][2]bool{}
		u.DeclaredNames(func(name string, defined bool) {
			seen := out[name]
			if defined {
				seen[1] = true
			} else {
				seen[0] = true
			}
			out[name] = seen
		})
		return out
	}
	got, want := declaredNames(false), declaredNames(true)
	if fmt.Sprint(got) != fmt.Sprint(want) || len(want) < 12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestClassesStayClosed: a query opens no class that cannot matter.
func TestClassesStayClosed(t *testing.T) {
	const classes = 500
	u := build(t, fewReached, map[string]string{"dir/many.h": manyClasses(classes)})
	opened := func() (n int) {
		for _, c := range u.classes {
			if c.opened.Load() {
				n++
			}
		}
		return n
	}
	for name, ask := range map[string]func(){
		"launches":   func() { u.LaunchSites() },
		"kernels":    func() { u.Kernels() },
		"named":      func() { u.FunctionsNamed("run") },
		"mentioning": func() { u.FunctionsMentioning(map[string]bool{"out": true}) },
		"in a file":  func() { u.FunctionsIn(func(f *ast.File) bool { return f == u.File }) },
		"names":      func() { u.DeclaredNames(func(string, bool) {}) },
		"the unit":   func() {},
	} {
		before := opened()
		if ask(); opened() > 0 {
			t.Errorf("%s: %d of %d classes are open, were %d", name, opened(), classes, before)
		}
	}
	if got := len(u.FunctionsNamed("get")); got != classes || opened() < classes {
		t.Errorf("%d functions are named get, %d classes are open", got, opened())
	}
}
