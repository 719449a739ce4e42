package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/discover"
)

// fakeUnit parses a file and the headers it includes by a quoted name, without
// an index.
func fakeUnit(ctx context.Context, file *source.File, opts sema.Options) (*sema.Unit, error) {
	tree, err := cudaparse.Parse(ctx, file)
	if err != nil {
		return nil, err
	}
	unit := &sema.Unit{File: tree, Files: []*ast.File{tree}}
	for _, line := range strings.Split(string(file.Text), "\n") {
		if name, ok := strings.CutPrefix(line, `#include "`); ok {
			name = filepath.Join(filepath.Dir(file.Path), strings.TrimSuffix(name, `"`))
			text, err := opts.Read(name)
			if err != nil {
				return nil, err
			}
			header, err := cudaparse.Parse(ctx, source.NewFile(name, text))
			if err != nil {
				return nil, err
			}
			unit.Files = append(unit.Files, header)
		}
	}
	return unit, nil
}

// fakeAnalyze takes every subscript for a read of constant memory at as many
// addresses as the block is wide.
func fakeAnalyze(_ context.Context, unit *sema.Unit, opts kernels.Options) []warp.Result {
	var r warp.Result
	for _, file := range unit.Files {
		for n := range file.Root().Descendants() {
			if n.Kind() == ast.SubscriptExpression {
				count := warp.Count{Worst: 32, Mean: 32}
				r.Accesses = append(r.Accesses, warp.Access{Node: n, Space: sema.ConstantSpace, Bytes: 4, ObjectBytes: 1024,
					Pattern: warp.Affine, Stride: 4, Addresses: count, ActiveLanes: count, Lanes: stride(4), Trips: 1})
			}
		}
	}
	return []warp.Result{r}
}

func stride(bytes int64) []int64 {
	lanes := make([]int64, 32)
	for i := range lanes {
		lanes[i] = bytes * int64(i)
	}
	return lanes
}

// subscripts is a rule that reports every access.
var subscripts = &lint.Rule{Name: "test-subscript", Severity: lint.Warning, Check: func(p *lint.CheckPass) error {
	kernels, err := p.Kernels()
	if err != nil {
		return err
	}
	for i := range kernels {
		for j := range kernels[i].Accesses {
			a := &kernels[i].Accesses[j]
			p.Report(lint.Finding{Node: a.Node, Message: a.Node.Text(), Access: a, Kernel: &kernels[i]})
		}
	}
	return nil
}}

func fakeLinter(opts Options) *Linter {
	l := New(opts)
	l.newUnit, l.analyze = fakeUnit, fakeAnalyze
	return l
}

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func lines(r *Result) []string {
	var out []string
	for _, d := range r.Findings {
		out = append(out, fmt.Sprintf("%s:%d:%d %s", d.Path, d.Start.Line, d.Start.Column, d.Message))
	}
	return out
}

func TestOrderIsThatOfPathsWhateverTheJobs(t *testing.T) {
	files := map[string]string{"h.cuh": "int h(int i) { return t[i]; }\n"}
	var want []string
	for i := range 40 {
		name := fmt.Sprintf("f%02d.cu", i)
		files[name] = "#include \"h.cuh\"\nint f(int i) { return u[i] + u[i]; }\n"
		want = append(want, name+":2:23 u[i]", name+":2:30 u[i]")
	}
	want = append(want, "h.cuh:1:23 t[i]")
	dir := folder(t, files)
	inputs, problems := (&discover.Search{Dir: dir}).Files([]string{"."})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, jobs := range []int{1, 2, 7} {
		result := fakeLinter(Options{Dir: dir, Rules: []*lint.Rule{subscripts}, Jobs: jobs}).Check(context.Background(), inputs)
		if len(result.Problems) > 0 {
			t.Fatal(result.Problems)
		}
		if got := lines(result); !reflect.DeepEqual(got, want) {
			t.Errorf("with %d jobs:\n%s\nwant\n%s", jobs, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestPanicCostsOneRuleOnOneFile(t *testing.T) {
	bad := &lint.Rule{Name: "test-bad", Check: func(p *lint.CheckPass) error {
		if strings.HasPrefix(p.Unit.File.Source.Path, "b") {
			var none *lint.Pass
			_ = none.Rule.Name
		}
		return nil
	}}
	dir := folder(t, map[string]string{"a.cu": "int f() { return t[1]; }", "b.cu": "int f() { return t[2]; }"})
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	result := fakeLinter(Options{Dir: dir, Rules: []*lint.Rule{bad, subscripts}}).Check(context.Background(), inputs)
	if got := lines(result); len(got) != 2 {
		t.Errorf("findings %q, want one in each file", got)
	}
	if len(result.Problems) != 1 || result.Problems[0].Kind != lint.Internal || result.Problems[0].Path != "b.cu" ||
		!strings.Contains(result.Problems[0].Message, "rule test-bad failed") || !strings.Contains(result.Problems[0].Message, "linter_test.go:") {
		t.Errorf("problems %+v, want one internal problem of test-bad in b.cu with the line that failed", result.Problems)
	}
}

func TestFileThatTakesTooLongIsAProblem(t *testing.T) {
	slow := &lint.Rule{Name: "test-slow", Check: func(p *lint.CheckPass) error {
		if p.Unit.File.Source.Path == "a.cu" {
			<-p.Context.Done()
		}
		return p.Context.Err()
	}}
	dir := folder(t, map[string]string{"a.cu": "int f();", "b.cu": "int f() { return t[2]; }"})
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	opts := Options{Dir: dir, Rules: []*lint.Rule{slow, subscripts}, FileTimeout: 500 * time.Millisecond}
	result := fakeLinter(opts).Check(context.Background(), inputs)
	if got := lines(result); len(got) != 1 {
		t.Errorf("findings %q, want the one in b.cu", got)
	}
	if len(result.Problems) == 0 || result.Problems[0].Kind != lint.Internal || !strings.Contains(result.Problems[0].Message, "longer than 500ms") {
		t.Errorf("problems %+v, want one that names the limit", result.Problems)
	}
}

func TestAccessReachedTwiceIsReportedAtItsWorst(t *testing.T) {
	dir := folder(t, map[string]string{"a.cu": "int f(int i) { return t[i]; }"})
	inputs, _ := (&discover.Search{Dir: dir}).Files([]string{"."})
	l := fakeLinter(Options{Dir: dir, Rules: []*lint.Rule{subscripts}})
	l.analyze = func(ctx context.Context, unit *sema.Unit, opts kernels.Options) []warp.Result {
		worst := fakeAnalyze(ctx, unit, opts)[0]
		mild := fakeAnalyze(ctx, unit, opts)[0]
		mild.Accesses[0].Addresses = warp.Count{Worst: 2, Mean: 2}
		return []warp.Result{mild, worst, mild}
	}
	result := l.Check(context.Background(), inputs)
	if len(result.Findings) != 1 || result.Findings[0].Impact.Cycles != 64 {
		t.Errorf("findings %+v, want one of 64 cycles", result.Findings)
	}
}

func TestTargetIsThatOfTheBuilds(t *testing.T) {
	inputs := []discover.Input{{Path: "a.cu", HasText: true}, {Path: "b.cu", HasText: true}}
	flags := func(b string) func(string) Flags {
		return func(path string) Flags {
			if path == "b.cu" {
				return Flags{GPU: b}
			}
			return Flags{GPU: "sm_80"}
		}
	}
	for _, c := range []struct {
		asked, b, want string
		gpus           int
	}{{"", "sm_80", "sm_80", 1}, {"", "sm_90", lint.DefaultGPU, 2}, {"sm_75", "sm_90", "sm_75", 1}} {
		l := fakeLinter(Options{Target: lint.Target{GPU: c.asked}, Flags: flags(c.b)})
		result := l.Check(context.Background(), inputs)
		if result.Target.GPU != c.want || len(result.GPUs) != c.gpus {
			t.Errorf("asked for %q, built for sm_80 and %s: target %s of %q, want %s", c.asked, c.b, result.Target.GPU, result.GPUs, c.want)
		}
	}
}

func TestInterruptedRunSaysSoOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stop := &lint.Rule{Name: "test-stop", Check: func(p *lint.CheckPass) error {
		cancel()
		return p.Context.Err()
	}}
	var inputs []discover.Input
	for i := range 50 {
		inputs = append(inputs, discover.Input{Path: fmt.Sprintf("f%d.cu", i), HasText: true})
	}
	result := fakeLinter(Options{Rules: []*lint.Rule{stop}, Jobs: 2}).Check(ctx, inputs)
	if len(result.Problems) != 1 || !strings.Contains(result.Problems[0].Message, "interrupted") || result.Files > 2 {
		t.Errorf("%d files, problems %+v: want one, and no file begun after the end", result.Files, result.Problems)
	}
}

func TestFingerprintSurvivesEditsElsewhere(t *testing.T) {
	fingerprints := func(text string) []string {
		l := fakeLinter(Options{Rules: []*lint.Rule{subscripts}})
		result := l.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(text), HasText: true}})
		var out []string
		for _, d := range result.Findings {
			out = append(out, d.Fingerprint)
		}
		return out
	}
	before := fingerprints("int f(int i) { return t[i] + t[i] + t[i+1]; }\n")
	if len(before) != 3 || before[0] == before[1] || before[1] == before[2] {
		t.Fatalf("fingerprints %q: want three different ones", before)
	}
	for _, after := range []string{
		"// more\n\nint f(int i) {\n  return t[ i ] +\n t[i /* here */] + t[i+\\\n1]; }\n",
		"int g(int i) { return u[i]; }\nint f(int i) { u[i]++; return t[i] + t[i] + t[i+1]; }\n",
		// The fake gives no function names: this is one more of the same.
		"int g(int i) { return t[i]; }\nint f(int i) { return t[i] + t[i] + t[i+1]; }\n",
	} {
		got := fingerprints(after)
		for _, want := range before {
			if !slices.Contains(got, want) {
				t.Errorf("%q has fingerprints %q, none of them %s", after, got, want)
			}
		}
	}
}

func TestMemoryIsThatOfFilesInFlight(t *testing.T) {
	if testing.Short() {
		t.Skip("allocates much")
	}
	body := strings.Repeat("int f(int i) { return t(i) + t(i) * 3 + t(i + 1); }\n", 4000)
	var inputs []discover.Input
	for i := range 12 {
		inputs = append(inputs, discover.Input{Path: fmt.Sprintf("f%d.cu", i), Text: []byte(body), HasText: true})
	}
	heap := func(n int) uint64 {
		l := fakeLinter(Options{Rules: []*lint.Rule{subscripts}, Jobs: 1})
		result := l.Check(context.Background(), inputs[:n])
		runtime.GC() // the second empties what sync.Pool kept through the first
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		runtime.KeepAlive(result)
		return m.HeapAlloc
	}
	few, many := heap(2), heap(len(inputs))
	tree := uint64(len(body)) * 4 // a tree is many times its text
	if many > few+tree {
		t.Errorf("%d bytes stay after 2 files, %d after %d: trees are kept", few, many, len(inputs))
	}
}
