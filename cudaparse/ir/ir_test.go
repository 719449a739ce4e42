package ir

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

var update = flag.Bool("update", false, "write the expected lowered forms")

func newUnit(t testing.TB, name string, text []byte) *sema.Unit {
	t.Helper()
	unit, err := sema.NewUnit(context.Background(), source.NewFile(name, text), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return unit
}

// lowerAll returns the lowered forms of the kernels of a unit, or of all its host functions,
// and of what they call, each once, in the order in which they are come to.
func lowerAll(unit *sema.Unit, device bool) []*Func {
	b := NewBuilder(unit, device)
	var out []*Func
	var add func(inst *Instance)
	add = func(inst *Instance) {
		f := b.Lower(inst)
		if f == nil || slices.Contains(out, f) {
			return
		}
		out = append(out, f)
		for i := range f.Len() {
			if x := f.Op(ID(i)).X; x != nil && x.Callee != nil {
				add(x.Callee)
			}
		}
	}
	roots := unit.Kernels()
	if !device {
		roots = unit.Functions()
	}
	for _, k := range roots {
		add(&Instance{Function: k})
	}
	return out
}

// TestStatement finds the statements that calls were lowered for.
func TestStatement(t *testing.T) {
	unit := newUnit(t, "t.cu", []byte("#define TWICE(x) x; x\nvoid f(int n) { for (int i = a(); b(i); c(i)) { if (d()) e(); } TWICE(g()); int k = h(); }"))
	f := NewBuilder(unit, false).Lower(&Instance{Function: unit.Functions()[0]})
	want := map[string]string{"a": "int i", "b": "for", "c": "for", "d": "if", "e": "e();", "g": "TWICE", "h": "int k"}
	for i := range f.Len() {
		o := f.Op(ID(i))
		if o.Code != OpExternal {
			continue
		}
		if got := f.Statement(ID(i)).Origin().Text(); !strings.HasPrefix(got, want[o.X.Name]) {
			t.Errorf("%s was lowered for %q, want %q", o.X.Name, got, want[o.X.Name])
		}
		delete(want, o.X.Name)
	}
	if len(want) > 0 {
		t.Errorf("not lowered: %v", want)
	}
}

// TestLowered compares the lowered forms of testdata with what was read there.
func TestLowered(t *testing.T) {
	files, err := filepath.Glob("testdata/*.cu")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for _, f := range lowerAll(newUnit(t, name, text), filepath.Base(name) != "host.cu") {
				got.WriteString(f.String() + "\n")
			}
			golden := strings.TrimSuffix(name, ".cu") + ".ir"
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestClassesInThemselves: a class that contains itself is not C++, but must not make lowering
// recurse for ever.
func TestClassesInThemselves(t *testing.T) {
	const uses = "__global__ void k(int *o) { A a = {1}; A b{}; A c; A d[3] = {1, 2, 3}; A e(1); A f = a; if (b) *o = a + c.x; }\n"
	for _, classes := range []string{
		"struct A { A a; int x; };",
		"struct A { A a[4]; int x = 1; };",
		"struct B; struct A : B { int x; }; struct B : A { int y; };",
		"struct B; struct C; struct A : B, C { int x; }; struct B : C, A { int y; }; struct C : A, B { int z; };",
		"struct A : A { int x; };",
		"struct A; struct B { A a; }; struct A { B b; int x; };",
		"template <int N> struct T { T<N + 1> a; int x; }; using A = T<0>;",
		"template <int N> struct T : T<N + 1> { int x; }; using A = T<0>;",
		"template <class X> struct T { X a; }; struct A { T<A> a; int x; };",
	} {
		unit := newUnit(t, "t.cu", []byte(classes+"\n"+uses))
		if len(lowerAll(unit, true)) == 0 || len(lowerAll(unit, false)) == 0 {
			t.Errorf("%s: nothing is lowered", classes)
		}
	}
}
