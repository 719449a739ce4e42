package load

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/query"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestCacheUnpacks: a tree that no unit has any more is not parsed again.
func TestCacheUnpacks(t *testing.T) {
	file := source.NewFile("a.h", []byte("KERNEL void f(int a);\nstruct A { int b; };\n"))
	pre := preproc.Process(context.Background(), preproc.NewOutline(file.Path, file.Text), &preproc.Options{Defines: []string{"KERNEL=__global__"}})
	l := Loader{Ctx: context.Background(), Cache: NewCache(query.NewStore(1 << 20))}
	parsed := 0
	index := func() *decl.File {
		x, err := l.shared(pre.Files[0], func(v *query.View) (*decl.File, error) {
			parsed++
			return l.parse(v, file, pre.Files[0], cudaparse.ParseWith)
		})
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	first := index()
	if index() != first {
		t.Error("two units have trees of their own")
	}
	items, old := len(first.Items), weak.Make(first)
	first = nil
	runtime.GC()
	if old.Value() != nil {
		t.Error("a tree that nobody has is still there")
	}
	second := index()
	if f := second.Tree.Root().FirstChild(); len(second.Items) != items || f.Qualifiers() != ast.Global || f.File().Source.Path != "a.h" {
		t.Error("another tree comes out of the cache")
	}
	if parsed != 1 {
		t.Errorf("parsed %d times", parsed)
	}
}
