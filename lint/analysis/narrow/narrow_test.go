package narrow

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/measuredtable"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A measured statement is a line of testdata/measured.txt.
type measured struct {
	double int    // arithmetic instructions of double precision in PTX
	silent string // why it is not reported nonetheless, "" where it is
	text   string
}

func measurements(t *testing.T) (list []measured) {
	t.Helper()
	for _, row := range measuredtable.Rows(t, "testdata/measured.txt") {
		count, silent, _ := strings.Cut(row.Result, " ")
		n, err := strconv.Atoi(count)
		if err != nil {
			t.Fatalf("%q", row)
		}
		list = append(list, measured{n, silent, row.Code})
	}
	return list
}

// kernelOf returns the kernel that executes a statement on floats x, y and z.
func kernelOf(name, statement string) string {
	return fmt.Sprintf("extern \"C\" __global__ void %s(float *o, double *d, const float *a, const float *b, const float *c, int n, float p, double dd) {\n"+
		"int i = blockIdx.x * blockDim.x + threadIdx.x; float x = a[i], y = b[i], z = c[i];\n%s\n}\n", name, statement)
}

// expressionsOf returns the expressions of a kernel.
func expressionsOf(t *testing.T, text string) []Reached {
	t.Helper()
	u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	kernels := u.Kernels()
	return NewSearch(context.Background(), ir.NewBuilder(u, true)).Kernel(Instances(kernels[len(kernels)-1], nil)[0], nil)
}

// TestMeasured: an expression is found where nvcc leaves some of it in double precision, and nowhere
// else. Where no function is called, the operations that are counted are those of PTX.
func TestMeasured(t *testing.T) {
	found := 0
	for _, m := range measurements(t) {
		list := expressionsOf(t, kernelOf("k", m.text))
		if want := m.double > 0 && m.silent == ""; want != (len(list) > 0) {
			t.Errorf("%s: %d expressions, %d operations in PTX (%s)", m.text, len(list), m.double, m.silent)
			continue
		}
		found += len(list)
		count, calls, choices := 0, 0, 0
		for _, e := range list {
			calls += len(e.Now.Calls)
			for _, o := range e.Now.Operations {
				if o.Type == warp.Double && o.Operation != warp.Convert {
					count++
				}
				if o.Operation == warp.Select && o.Type == warp.Double {
					choices++
				}
			}
		}
		// nvcc moves operations into the sides of ?:, makes a sum of a product by 2, and copies the
		// condition of a loop.
		if calls == 0 && len(list) > 0 && (count-choices > m.double || count < m.double-1) {
			t.Errorf("%s: %d operations, %d in PTX", m.text, count, m.double)
		}
	}
	if found < 100 {
		t.Errorf("%d expressions found: the table is not read", found)
	}
}
