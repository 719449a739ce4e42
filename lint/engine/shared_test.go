package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
)

// TestHeaderFollowedOnce: of the units that include a header, all but one take over what is
// found of a function in it.
func TestHeaderFollowedOnce(t *testing.T) {
	dir := t.TempDir()
	header := "__device__ inline float gather(const float *p) {\n  return p[threadIdx.x * 2];\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "h.cuh"), []byte(header), 0o644); err != nil {
		t.Fatal(err)
	}
	var inputs []discover.Input
	for i := range 3 {
		text := fmt.Sprintf("#include \"h.cuh\"\n__global__ void k%d(float *p) { p[threadIdx.x] = 0; }\n", i)
		inputs = append(inputs, discover.Input{Path: fmt.Sprint("u", i, ".cu"), Text: []byte(text), HasText: true})
	}
	l := New(Options{Dir: dir, Jobs: 1})
	table := l.Access(context.Background(), inputs)
	if l.shared.Reused != len(inputs)-1 {
		t.Errorf("%d results were taken over, not %d", l.shared.Reused, len(inputs)-1)
	}
	if n := len(table.Rows); n != 1+len(inputs) {
		t.Errorf("%d rows, not one of the header and one of each file", n)
	}
}
