package cudaparse_test

import (
	"context"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestNodeAt compares with a search through all nodes.
func TestNodeAt(t *testing.T) {
	const text = " /* a comment */ __constant__ int t[4]; // last\n__global__ void k(int *o) { o[threadIdx.x] = t[o[0] + 1]; }\n int broken( ;\n"
	file, err := cudaparse.Parse(context.Background(), source.NewFile("a.cu", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	for offset := -1; offset <= len(text)+1; offset++ {
		want := file.Root()
		for i := range file.Len() {
			if n := file.At(i); n.Span().Contains(offset) && n.Parent() == want {
				want = n
			}
		}
		if got := file.NodeAt(offset); got != want {
			t.Errorf("offset %d: %s %q, want %s %q", offset, got.Kind(), got.Text(), want.Kind(), want.Text())
		}
		comment := offset >= 1 && offset < 16 || offset >= 40 && offset < 47
		if got := file.InComment(offset); got != comment {
			t.Errorf("offset %d in a comment: %v", offset, got)
		}
	}
	if n := (&ast.File{}).NodeAt(0); n.Valid() {
		t.Error("an empty tree has a node")
	}
}
