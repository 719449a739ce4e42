package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestScheduleBeginsWithTheLargest: what is large for the number of workers is begun
// first, by size; the rest stays in its order.
func TestScheduleBeginsWithTheLargest(t *testing.T) {
	small := slices.Repeat([]int64{1}, 1000)
	for _, c := range []struct {
		name    string
		weights []int64
		workers int
		want    []int // the first ones
	}{
		{"few files are all large", []int64{3, 9, 5}, 2, []int{1, 2, 0}},
		{"equal ones keep their order", []int64{5, 9, 5, 9}, 2, []int{1, 3, 0, 2}},
		{"small ones keep their order", slices.Concat([]int64{2}, small, []int64{80, 90}), 2, []int{1002, 1001, 0, 1, 2}},
		{"with more workers more are large", slices.Concat([]int64{2}, small, []int64{80, 90}), 16, []int{1002, 1001, 0, 1, 2}},
		{"not for one worker", slices.Concat(small, []int64{8, 9}), 1, []int{0, 1, 2}},
		{"but for two", slices.Concat(small, []int64{8, 9}), 2, []int{1001, 1000, 0}},
		{"nothing has a size", []int64{0, 0, 0}, 2, []int{0, 1, 2}},
	} {
		s := newSchedule(c.weights, c.weights, c.workers, 0)
		var got []int
		for i, ok := s.next(context.Background()); ok; i, ok = s.next(context.Background()) {
			got = append(got, i)
		}
		if !reflect.DeepEqual(got[:len(c.want)], c.want) {
			t.Errorf("%s: %v, want %v", c.name, got[:len(c.want)], c.want)
		}
		slices.Sort(got)
		for i := range c.weights {
			if len(got) != len(c.weights) || got[i] != i {
				t.Fatalf("%s: not everything once: %v", c.name, got)
			}
		}
	}
}

// TestScheduleBoundsWhatIsInFlight: of the large pieces no more are in flight than there
// is room for, one at least; small ones go on beside them.
func TestScheduleBoundsWhatIsInFlight(t *testing.T) {
	weights := slices.Concat(slices.Repeat([]int64{1}, 400), []int64{500, 60, 50, 40, 30})
	const limit = 100
	s := newSchedule(weights, weights, 8, limit)
	var mu sync.Mutex
	inFlight, most, alone, done := int64(0), int64(0), true, map[int]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i, ok := s.next(context.Background()); ok; i, ok = s.next(context.Background()) {
				if weights[i] > 1 {
					mu.Lock()
					alone = alone && (weights[i] <= limit || inFlight == 0)
					inFlight += weights[i]
					if weights[i] <= limit {
						most = max(most, inFlight)
					}
					mu.Unlock()
					time.Sleep(time.Millisecond)
					mu.Lock()
					inFlight -= weights[i]
					mu.Unlock()
				}
				mu.Lock()
				done[i] = true
				mu.Unlock()
				s.done(i)
			}
		}()
	}
	wg.Wait()
	if most > limit || most == 0 || !alone || len(done) != len(weights) {
		t.Errorf("%d in flight of %d, the largest alone: %v; %d of %d done", most, limit, alone, len(done), len(weights))
	}
}

// TestScheduleEndsWithItsContext: a worker that waits for room is told.
func TestScheduleEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := newSchedule([]int64{9, 9}, []int64{9, 9}, 2, 10)
	first, _ := s.next(ctx)
	ended := make(chan bool)
	go func() {
		_, ok := s.next(ctx)
		ended <- ok
	}()
	cancel()
	s.done(first)
	if <-ended {
		t.Error("work is begun though the run was interrupted")
	}
}

// TestResultsDoNotDependOnWorkers: neither how many there are nor what they may have in
// flight changes anything of the result, nor how progress is told.
func TestResultsDoNotDependOnWorkers(t *testing.T) {
	files := map[string]string{"shared.cuh": "__constant__ int c[64];\n__global__ void k(int *o);\n"}
	for i := range 12 {
		files[fmt.Sprintf("f%02d.cu", i)] = "#include \"shared.cuh\"\n" + strings.Repeat("// filler\n", (i*7)%12*40) +
			fmt.Sprintf("__global__ void k%d(int *o) { o[0] = c[threadIdx.x]; }\nvoid f(int *p) { k<<<1, 32>>>(p); k%d<<<1, 32>>>(p); }\n", i, i)
	}
	files["k.cu"] = "__constant__ int d[64];\n__global__ void k(int *o) { o[0] = d[threadIdx.x]; }\n"
	dir := folder(t, files)
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	var want *Result
	for _, o := range []Options{{Jobs: 1}, {Jobs: 2}, {Jobs: 7}, {Jobs: 7, InFlight: 1, HeaderCache: 1}} {
		o.Dir, o.Rules = dir, []*lint.Rule{subscripts}
		last, name := 0, fmt.Sprintf("-j %d, %d in flight", o.Jobs, o.InFlight)
		o.Progress = func(done, total int) {
			if done != last+1 || done > total {
				t.Errorf("%s: progress goes from %d to %d of %d", name, last, done, total)
			}
			last = done
		}
		got := New(o).Check(context.Background(), inputs)
		if len(got.Findings) < 12 || len(got.Problems) > 0 {
			t.Fatalf("%s: %d findings, problems %v", name, len(got.Findings), got.Problems)
		}
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the result is\n%+v\nwant\n%+v", name, got, want)
		}
	}
}

// TestCostsCountWhatIsIncluded: a small file that includes a large header beside it is
// begun before one that is larger alone.
func TestCostsCountWhatIsIncluded(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("large.h", strings.Repeat("int f();\n", 1000))
	write("a.cu", "__global__ void a() {}\n"+strings.Repeat("//\n", 100))
	write("b.cu", "#include <vector>\n#include \"large.h\"\n# include \"missing.h\"\n#include \"no\nend\"\n")
	l := New(Options{Dir: dir, MaxFileSize: 1 << 20})
	inputs := []discover.Input{{Path: "a.cu"}, {Path: "b.cu"}, {Path: "missing.cu"}, {Path: "c.cu", HasText: true, Text: []byte("#include \"large.h\"\n")}}
	sizes := l.sizes(inputs)
	if got, want := l.costs(inputs, sizes), []int64{323, 9000 + sizes[1], 0, 9019}; !slices.Equal(got, want) {
		t.Errorf("costs %v, want %v", got, want)
	}
}
