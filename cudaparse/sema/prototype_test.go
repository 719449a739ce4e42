package sema

import (
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// sharing makes units read their headers from one cache.
func sharing(c *Cache) func(*Options) { return func(o *Options) { o.Cache = c } }

// TestUnitsShareNoDefaults: what one unit adds to a declaration of a header is none of
// another's, though both have the header's tree.
func TestUnitsShareNoDefaults(t *testing.T) {
	files := map[string]string{"dir/h.h": `
void f(int a, int b);
void d(int a, int b) {}
template <class T, class U> struct S { U u; };
`}
	c := NewCache(0)
	adding := build(t, `
void d(int a, int b = 4);
template <class T, class U = int> struct S;
#include "h.h"
void f(int a, int b = 3);
`, files, sharing(c))
	plain := build(t, "#include \"h.h\"\n", files, sharing(c))
	if adding.Files[1] != plain.Files[1] {
		t.Fatal("the units have trees of their own")
	}
	for _, x := range []struct {
		u    *Unit
		want bool
	}{{adding, true}, {plain, false}} {
		for _, name := range []string{"f", "d"} {
			if got := function(t, x.u, name).Params[1].Default.Valid(); got != x.want {
				t.Errorf("%s has a default: %v, want %v", name, got, x.want)
			}
		}
		if got := x.u.recordsOf(x.u.classes)[0].TemplateParams[1].Default.Valid(); got != x.want {
			t.Errorf("S has a default: %v, want %v", got, x.want)
		}
	}
	runtime.KeepAlive(adding)
}

// TestArmsOfClasses: units that share a header's tree read the arms of its classes each in
// their own way, and the aliases in them, which are entered last.
func TestArmsOfClasses(t *testing.T) {
	files := map[string]string{"dir/h.h": `
struct A {
  typedef char *Pointer;
#ifdef WIDE
  using T = double;
  void wide();
#else
  using T = float;
  void narrow();
#endif
  T value;
  Pointer p;
};
`}
	c := NewCache(0)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			text, size, method := "", int64(16), "narrow"
			if i%2 == 0 {
				text, method = "#define WIDE\n", "wide"
			}
			u := build(t, text+"#include \"h.h\"\nconstexpr int n = sizeof(A::T);\nint unit"+strconv.Itoa(i)+";\n", files, sharing(c))
			r := u.recordsOf(u.classes)[0].Complete()
			if len(MembersOf(r).Methods) != 1 || MembersOf(r).Methods[method] == nil {
				t.Errorf("unit %d: methods %v, want %s", i, sortedKeys(MembersOf(r).Methods), method)
			}
			if want := map[bool]int64{true: 8, false: 4}[i%2 == 0]; u.Global.Const(variable(t, u, "n").Init).Int != want || r.Size != size {
				t.Errorf("unit %d: sizeof(A) is %d, want %d, and A::T is not of %d bytes", i, r.Size, size, want)
			}
			if !DeclaresType(r, "Pointer") || DeclaresType(r, "value") {
				t.Errorf("unit %d: member types", i)
			}
		}()
	}
	wg.Wait()
}

// TestUnitsShareExpansions: what a header invokes is expanded once for the units that include
// it and give its macros one meaning.
func TestUnitsShareExpansions(t *testing.T) {
	files := map[string]string{"dir/h.h": "inline int g(int *p) { return FIRST(p); }\n", "dir/n.h": "namespace n {\nEACH(int)\n}\n"}
	c := NewCache(0)
	unit := func(macro string) (*Unit, ast.Node) {
		u := build(t, "#define EACH(T) T each(T *p) { return *p; }\n#define FIRST(p) "+macro+"\n#include \"h.h\"\n#include \"n.h\"\n", files, sharing(c))
		for n := range function(t, u, "g").Body.Descendants() {
			if expanded, ok := u.Expand(n); ok && n.Kind() == ast.CallExpression {
				return u, expanded
			}
		}
		t.Fatal("nothing is expanded")
		return nil, ast.Node{}
	}
	first, a := unit("p[0]")
	second, b := unit("p[0]")
	_, other := unit("*p")
	if first.Files[1] != second.Files[1] {
		t.Fatal("the units have trees of their own")
	}
	if a != b || first.FileExpansions[0] != second.FileExpansions[0] {
		t.Error("the units have expansions of their own")
	}
	if other.Text() != "*p" {
		t.Errorf("an expansion serves a macro of another text: %s", other.Text())
	}
	for _, u := range []*Unit{first, second} {
		if f := function(t, u, "each"); f.Scope.Unit != u || f.Namespace != "n" {
			t.Errorf("each is of another unit, or in %q", f.Namespace)
		}
	}
}

// TestDigests: functions that sameParams takes for one have one digest.
func TestDigests(t *testing.T) {
	tests := []struct {
		a, b string
		same bool
	}{
		{"void f(int a);", "void f(const int b);", true},
		{"void f(int *a);", "void f(int b[]);", true},
		{"void f(const float *__restrict__ a, struct S s);", "void f(const float *, S);", true},
		{"template <class T> void f(T *a, int n);", "template <class U> void f(U *b, int m);", true},
		{"template <class T, int N> void f(A<T, N> a);", "template <class U, int M> void f(const A<U, M> b);", false},
		{"template <class T, int N> void f(A<T, N> &a);", "template <class U, int M> void f(A<U, M> &b);", true},
		{"void f(int a);", "void f(long a);", false},
		{"void f(const int *a);", "void f(int *a);", false},
		{"template <class T> void f(T a);", "template <class T> void f(T *a);", false},
	}
	for _, test := range tests {
		var two [2]*Function
		for i, text := range []string{test.a, test.b} {
			two[i] = build(t, text, nil).FreeFunctions()[0]
		}
		if got := sameParams(two[0], two[1]); got != test.same {
			t.Errorf("%s %s: the same %t, want %t", test.a, test.b, got, test.same)
		}
		if equal := two[0].digest() == two[1].digest(); test.same && !equal {
			t.Errorf("%s %s: the digests differ", test.a, test.b)
		}
	}
	if a, b := build(t, tests[6].a, nil), build(t, tests[6].b, nil); a.FreeFunctions()[0].digest() == b.FreeFunctions()[0].digest() {
		t.Error("the digest tells nothing of types")
	}
}
