package inspect_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
)

// inspected are the files whose figures are compared with those of the access command:
// all measured ones, and kernels of the usual kind.
func inspected(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"../../testdata/truth/*.cu", "../model/cost/testdata/kernels/[^a]*.cu", "../../testdata/rules/constant-*/*.cu"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: no files: %v", pattern, err)
		}
		out = append(out, paths...)
	}
	return out
}

func newSession(t testing.TB, opts engine.Options, inputs ...discover.Input) *engine.Session {
	s := engine.NewSession(opts)
	t.Cleanup(s.Close)
	s.SetInputs(inputs)
	return s
}

// TestInspectEqualsAccess holds the figures of the editor against those of the command.
func TestInspectEqualsAccess(t *testing.T) {
	ctx := context.Background()
	for _, path := range inspected(t) {
		in := discover.Input{Path: path}
		table := engine.New(engine.Options{}).Access(ctx, []discover.Input{in})
		if strings.Contains(path, "truth") && len(table.Rows) == 0 {
			t.Fatalf("%s: no rows", path)
		}
		s := newSession(t, engine.Options{}, in)
		inspection, err := s.Inspect(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		var rows []inspect.Row
		for _, a := range inspection.Accesses {
			for _, r := range a.Rows {
				rows = append(rows, r.Row)
			}
		}
		if !sameRows(rows, table.Rows) {
			t.Errorf("%s: %d rows, the access command has %d, or they differ", path, len(rows), len(table.Rows))
		}
	}
}

// sameRows compares rows in whatever order.
func sameRows(a, b []inspect.Row) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[string]int{}
	for i := range a {
		count[fmt.Sprintf("%+v", a[i])]++
		count[fmt.Sprintf("%+v", b[i])]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// TestInspectRange asks for each access by itself: it is as in the whole file, though
// fewer kernels are analysed.
func TestInspectRange(t *testing.T) {
	ctx := context.Background()
	for _, path := range inspected(t) {
		in := discover.Input{Path: path}
		whole, err := newSession(t, engine.Options{}, in).Inspect(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		s := newSession(t, engine.Options{}, in)
		for i := range whole.Accesses {
			want := &whole.Accesses[i]
			part, err := s.InspectRange(ctx, path, want.Start.Offset, want.Start.Offset)
			if err != nil {
				t.Fatal(err)
			}
			got := -1
			for k := range part.Accesses {
				if part.Accesses[k].Place == want.Place {
					got = k
				}
			}
			if got < 0 {
				t.Errorf("%s:%d: %s is not found by itself", path, want.Start.Line, want.Rows[0].Expression)
			} else if !reflect.DeepEqual(part.Accesses[got].Rows, want.Rows) {
				t.Errorf("%s:%d: %s by itself: %+v, want %+v", path, want.Start.Line, want.Rows[0].Expression, part.Accesses[got].Rows, want.Rows)
			}
		}
	}
}

// A source that another one includes is inspected there: that is where its launch is.
func TestInspectIncludedSource(t *testing.T) {
	ctx := context.Background()
	kernel := discover.Input{Path: "kernel.cu", Text: []byte("__global__ void k(float *p) { p[threadIdx.x] = 0; }\n")}
	main := discover.Input{Path: "main.cu", Text: []byte("#include \"kernel.cu\"\nvoid f(float *p) { k<<<1, dim3(8, 8)>>>(p); }\n")}
	s := engine.NewSession(engine.Options{})
	t.Cleanup(s.Close)
	for _, in := range []discover.Input{kernel, main} {
		s.SetText(in.Path, in.Text)
	}
	s.SetInputs([]discover.Input{{Path: kernel.Path}, {Path: main.Path}})
	s.Check(ctx)
	inspection, err := s.Inspect(ctx, kernel.Path)
	if err != nil || len(inspection.Accesses) != 1 || len(inspection.Accesses[0].Rows) != 1 {
		t.Fatalf("%+v, %v", inspection, err)
	}
	if row := inspection.Accesses[0].Rows[0]; row.Block.Source != warp.FromLaunch || row.Block.Dim != [3]int{8, 8, 1} {
		t.Errorf("the block is %v, want that of the launch", row.Block)
	}
}
