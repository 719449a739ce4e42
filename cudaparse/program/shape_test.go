package program_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestShapes: the lines that the shapes of launches come from.
func TestShapes(t *testing.T) {
	const src = `#define ROWS 8
#define SHAPE dim3(32, ROWS)
#define OTHER 9
const int width = 4;
__global__ void k(float *p, int n);
void other(float *p) { int n = 1, block = 2; }
void run(float *p, int m)
{
    int n = 3;
    int wide = width *
        2;
    dim3 grid(n), block(wide, ROWS);
    block.z = 2;
    p += n;
    k<<<grid,
        block>>>(p, m);
    k<<<1, SHAPE>>>(p, n);
}
`
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(src)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	launches := host.New(context.Background(), unit, ir.NewBuilder(unit, false)).Launches()
	want := []string{"15-16 12-12 13-13 9-9 10-11 1-1 4-4", "17-17 2-2 1-1"}
	if len(launches) != len(want) {
		t.Fatalf("%d launches", len(launches))
	}
	shapes := program.NewShapes(unit)
	for i, l := range launches {
		var got []string
		for _, lines := range program.LinesOf(shapes.Of(l), strings.ToUpper) {
			if lines.Path != "A.CU" {
				t.Errorf("path %q", lines.Path)
			}
			got = append(got, fmt.Sprintf("%d-%d", lines.First, lines.Last))
		}
		if strings.Join(got, " ") != want[i] {
			t.Errorf("launch %d comes from lines %s, want %s", i, got, want[i])
		}
	}
}
