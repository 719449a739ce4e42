package depend

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestPartsAreBounded asks for the slices of many kernels that all name each other.
func TestPartsAreBounded(t *testing.T) {
	var text strings.Builder
	for range 6000 {
		text.WriteString("__global__ void k(int x) { k(x); }\n")
	}
	for i := range 3000 {
		fmt.Fprintf(&text, "__global__ void k%d(int x) { k(x); }\nint v%d = k(%d);\n", i, i, i)
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text.String())), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	parts := NewCache().Parts(unit)
	given := 0
	for _, k := range unit.Kernels() {
		if _, ok := parts.Slice(k, false); ok {
			given++
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("%d slices of %d kernels took %s", given, len(unit.Kernels()), took)
	}
}

// TestNodeRefs finds each node of a function and of the frame again in the unit of a text
// in which they stand elsewhere.
func TestNodeRefs(t *testing.T) {
	const text = "struct S { int x; };\n__device__ int f(S s) { return s.x; }\n__global__ void k(int *o, S s) { o[0] = f(s); }\n"
	slice := func(text string) *Slice {
		unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, ok := NewCache().Parts(unit).Slice(unit.Kernels()[0], false)
		if !ok {
			t.Fatal("no slice")
		}
		return b
	}
	a, b := slice(text), slice("// A comment.\nvoid unrelated() {}\n"+text+"void other() {}\n")
	file, nodes := a.parts.list[0].file, 0
	for i := range file.Len() {
		n := file.At(i)
		ref, ok := a.Ref(n)
		if !ok {
			continue
		}
		nodes++
		if m := b.At(ref); m.Kind() != n.Kind() || m.Text() != n.Text() {
			t.Errorf("%v %q becomes %v %q", n.Kind(), n.Text(), m.Kind(), m.Text())
		}
	}
	if nodes < file.Len()-3 {
		t.Errorf("%d of %d nodes have a place", nodes, file.Len())
	}
}
