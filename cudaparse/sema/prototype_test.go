package sema

import (
	"runtime"
	"strconv"
	"sync"
	"testing"
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
			if len(r.Methods) != 1 || r.Methods[method] == nil {
				t.Errorf("unit %d: methods %v, want %s", i, sortedKeys(r.Methods), method)
			}
			if want := map[bool]int64{true: 8, false: 4}[i%2 == 0]; u.Global.Const(variable(t, u, "n").Init).Int != want || r.Size != size {
				t.Errorf("unit %d: sizeof(A) is %d, want %d, and A::T is not of %d bytes", i, r.Size, size, want)
			}
			if !r.DeclaresType("Pointer") || r.DeclaresType("value") {
				t.Errorf("unit %d: member types", i)
			}
		}()
	}
	wg.Wait()
}
