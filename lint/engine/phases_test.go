package engine

import (
	"context"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestHeadersAreWorkedOnWhereTheyAreIncluded: by themselves only if nothing else
// that is given includes them.
func TestHeadersAreWorkedOnWhereTheyAreIncluded(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  []string // units analysed
	}{
		"included by a source":   {map[string]string{"a.cu": "#include \"h.cuh\"\n", "h.cuh": "int f();"}, []string{"a.cu"}},
		"included by a header":   {map[string]string{"h.cuh": "int f();", "z.cuh": "#include \"h.cuh\"\n"}, []string{"z.cuh"}},
		"not included":           {map[string]string{"a.cu": "int g();", "h.cuh": "int f();"}, []string{"a.cu", "h.cuh"}},
		"including each other":   {map[string]string{"g.cuh": "#include \"h.cuh\"\n", "h.cuh": "#include \"g.cuh\"\n"}, []string{"g.cuh"}},
		"a source in a source":   {map[string]string{"a.cu": "int f();", "b.cu": "#include \"a.cu\"\n"}, []string{"a.cu", "b.cu"}},
		"through another header": {map[string]string{"a.cu": "#include \"g.cuh\"\n", "g.cuh": "#include \"h.cuh\"\n", "h.cuh": "int f();"}, []string{"a.cu"}},
	} {
		dir := folder(t, c.files)
		inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
		l := New(Options{Dir: dir, Rules: []*lint.Rule{subscripts}, Jobs: 2})
		var mu sync.Mutex
		var got []string
		l.analyze = func(_ context.Context, unit *sema.Unit, _ kernels.Options) []warp.Result {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, unit.File.Source.Path)
			return nil
		}
		result := l.Check(context.Background(), inputs)
		slices.Sort(got)
		if !reflect.DeepEqual(got, c.want) || result.Files != len(c.files) || len(result.Problems) > 0 {
			t.Errorf("%s: %q analysed of %d files, want %q; problems %v", name, got, result.Files, c.want, result.Problems)
		}
	}
}

// TestNoUnitOfHeadersThatSourcesInclude: they are worked on where they are included.
func TestNoUnitOfHeadersThatSourcesInclude(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.cu":    "#include \"h.cuh\"\n#include \"plain.h\"\n",
		"h.cuh":   "__global__ void k(int *o) {}\n",
		"own.cuh": "#include \"h.cuh\"\n__global__ void own(int *o) {}\n",
		"plain.h": "int f();\n",
	})
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	l := New(Options{Dir: dir, Rules: []*lint.Rule{subscripts}, Jobs: 1})
	var made []string
	l.newUnit = func(ctx context.Context, file *source.File, opts sema.Options) (*sema.Unit, error) {
		made = append(made, file.Path)
		return sema.NewUnit(ctx, file, opts)
	}
	result := l.Check(context.Background(), inputs)
	if want := []string{"a.cu", "own.cuh", "own.cuh"}; !slices.Equal(made, want) { // the last in both phases
		t.Errorf("units of %q, want %q", made, want)
	}
	if result.Files != 3 {
		t.Errorf("%d files, want 3: the plain C++ header is none", result.Files)
	}
}

// TestSecondPhaseIsForFilesLaunchedElsewhere: a parse and an analysis more for
// those, none for the rest.
func TestSecondPhaseIsForFilesLaunchedElsewhere(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.cu": "__global__ void k(int *o) { o[0] = 1; }\n",
		"b.cu": "__global__ void k(int *o);\n__global__ void own(int *o) { o[0] = 1; }\nvoid f(int *p) { k<<<1, 64>>>(p); own<<<1, 64>>>(p); }\n",
	})
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	l := New(Options{Dir: dir, Rules: []*lint.Rule{subscripts}, Jobs: 1})
	var got []string
	l.analyze = func(_ context.Context, unit *sema.Unit, opts kernels.Options) []warp.Result {
		for _, k := range unit.Kernels() {
			line := unit.File.Source.Path + " " + k.Name
			for _, launch := range opts.Launches(k) {
				line += " launched"
				if launch.Block != [3]int64{64, 1, 1} {
					t.Errorf("%s: block %v", line, launch.Block)
				}
			}
			got = append(got, line)
		}
		return nil
	}
	last := 0
	l.opts.Progress = func(done, total int) {
		if done != last+1 || done > total {
			t.Errorf("progress goes from %d to %d of %d", last, done, total)
		}
		last = done
	}
	l.Check(context.Background(), inputs)
	slices.Sort(got[:min(2, len(got))]) // the first phase
	want := []string{"a.cu k", "b.cu own launched", "a.cu k launched"}
	if !reflect.DeepEqual(got, want) || last != 3 {
		t.Errorf("%q in %d steps, want %q", got, last, want)
	}
}
