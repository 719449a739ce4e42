package sema

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// manyClasses is a header of n classes, each with a base class, members of class
// templates, a static member and methods.
func manyClasses(n int) string {
	var b strings.Builder
	b.WriteString("template <class T, int N> struct Box { T items[N]; static const int size = N; T first() { return items[0]; } };\nstruct Base { int id; };\n")
	for i := range n {
		fmt.Fprintf(&b, "struct C%d : Base { Box<float, %d> box; C%d *next; static const int rank = %d; struct Inner { Box<int, %d> more; }; __device__ float get(int i) { return box.items[i]; } };\n", i, i%64+1, i, i, i%64+1)
	}
	return b.String()
}

const fewReached = `#include "many.h"
__global__ void k(C7 c, float *out) { out[threadIdx.x] = c.get(threadIdx.x) + sizeof(C9::Inner); }
void run(float *out) { C7 c; k<<<1, 32>>>(c, out); }
`

// TestUnreachedClasses: what a header holds is not looked into where nothing of the
// unit leads to it.
func TestUnreachedClasses(t *testing.T) {
	const classes = 3000
	u := build(t, fewReached, map[string]string{"dir/many.h": manyClasses(classes)})
	k := function(t, u, "k")
	if c := k.Scope.ParamType(k.Params[0]); c.Size != 48 {
		t.Fatalf("the parameter of the kernel is not understood: %+v", c)
	}
	if len(u.recordsOf(u.classes)) != 2*classes+2 {
		t.Errorf("%d classes are listed", len(u.recordsOf(u.classes)))
	}
	if u.completed > 10 || u.completed == 0 {
		t.Errorf("%d classes are completed", u.completed)
	}
	// What is asked for is there, whichever way it is reached.
	get := function(t, u, "get")
	if f, ok := get.Record.FieldNamed("id"); !ok || f.Offset != 0 || f.Type.Size != 4 {
		t.Errorf("C0::id: %+v", f)
	}
	for _, r := range u.recordsOf(u.classes) {
		if r.Name != "C20" {
			continue
		}
		if r.Complete(); len(r.Bases) != 1 || len(r.Fields) != 2 || r.Size != 96 || MembersOf(r).Statics["rank"].Type.Kind != Int {
			t.Errorf("C20: %+v", r)
		}
	}
	for _, n := range []struct {
		name string
		want int64
	}{{"C30::rank", 30}, {"sizeof(C1)", 24}, {"sizeof(C5::Inner)", 24}} {
		expr := expand.ParseAt(n.name, expand.Expression, ast.Node{})
		if got := u.Global.Const(expr); got.Int != n.want {
			t.Errorf("%s is %+v", n.name, got)
		}
	}
}

// TestCompleteTogether asks for classes from several goroutines at once.
func TestCompleteTogether(t *testing.T) {
	u := build(t, fewReached, map[string]string{"dir/many.h": manyClasses(60)})
	var methods []*Function
	for _, f := range u.Functions() {
		if f.Name == "get" {
			methods = append(methods, f)
		}
	}
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for _, f := range methods {
				result := f.Scope.ResultType(f)
				var field *Type
				for n := range f.Body.Descendants() {
					if n.Kind() == ast.SubscriptExpression {
						field = f.Scope.ExprType(n)
					}
				}
				if field == nil || field.Value().Kind != Float || result.Kind != Float || len(MethodsNamed(f.Record, "get")) != 1 {
					t.Errorf("%s::get: %v, %v", f.Record.Name, field, result)
				}
			}
			for _, r := range u.recordsOf(u.classes) {
				if r.Complete(); r.TemplateParams == nil && r.Size < 0 {
					t.Errorf("%s has no size", r.Name)
				}
			}
		}()
	}
	group.Wait()
}

// TestChainOfClasses: classes that need each other, the last one first.
func TestChainOfClasses(t *testing.T) {
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString("struct L0 { char c; };\n")
		for i := 1; i < n; i++ {
			fmt.Fprintf(&b, "struct L%d : L%d { char c; };\n", i, i-1)
		}
		return b.String() + fmt.Sprintf("const int size = sizeof(L%d);", n-1)
	}
	for _, n := range []int{10, 500, 6000} {
		u := build(t, "#include \"chain.h\"\n", map[string]string{"dir/chain.h": chain(n)})
		got := u.Global.Const(variable(t, u, "size").Init)
		if n < maxCompletions && got.Int != int64(n) {
			t.Errorf("the last of %d classes has %+v bytes", n, got)
		}
	}
}

// BenchmarkUnreached builds a unit that reaches two classes of a header: what it costs
// besides the entry of what the header declares does not grow with the header. The
// header is parsed once.
func BenchmarkUnreached(b *testing.B) {
	for _, classes := range []int{10, 1000, 4000} {
		b.Run(fmt.Sprintf("classes=%d", classes), func(b *testing.B) {
			header := manyClasses(classes)
			opts := Options{Cache: NewCache(320 << 20), Read: func(path string) ([]byte, error) {
				if path == "dir/many.h" {
					return []byte(header), nil
				}
				return nil, fmt.Errorf("no file %s", path)
			}}
			completed := 0
			b.ReportAllocs()
			for range b.N {
				u, err := NewUnit(context.Background(), source.NewFile("dir/main.cu", []byte(fewReached)), opts)
				if err != nil {
					b.Fatal(err)
				}
				completed = u.completed
			}
			b.ReportMetric(float64(completed), "completed/op")
		})
	}
}
