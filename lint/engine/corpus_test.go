package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/bareparser"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/rules"
)

// TestCorpus lints the folders of CUDALINT_CORPUS (separated as in PATH) and
// prints figures for them. CUDALINT_CORPUS_LIST=1 lists the reads of constant
// memory that stand in device code and have no row in the table of accesses.
func TestCorpus(t *testing.T) {
	folders := os.Getenv("CUDALINT_CORPUS")
	if folders == "" {
		t.Skip("CUDALINT_CORPUS names no folders")
	}
	var paths []string
	for _, p := range filepath.SplitList(folders) {
		abs, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, abs)
	}
	inputs, problems := (&discover.Search{}).Files(paths)
	var cuda []discover.Input
	var bytes float64
	for _, in := range inputs {
		text, err := os.ReadFile(in.Path)
		if err != nil || in.IfCUDA && !discover.HoldsCUDA(text) || len(text) > engine.DefaultMaxFileSize {
			continue
		}
		bytes += float64(len(text)) / 1e6
		cuda = append(cuda, in)
	}
	jobs := runtime.GOMAXPROCS(0)
	t.Logf("%d files, %.1f MB, %d in flight", len(cuda), bytes, jobs)

	measure := func(name string, f func()) (cpu time.Duration) {
		wall, before := time.Now(), cpuTime()
		f()
		cpu = cpuTime() - before
		took := time.Since(wall)
		t.Logf("%s: %s (%.2f MB/s), processor time %s (%.2f MB/s), peak resident %d MB", name,
			took.Round(10*time.Millisecond), bytes/took.Seconds(), cpu.Round(10*time.Millisecond), bytes/cpu.Seconds(), peakResident())
		return cpu
	}
	// The check comes first: peaks never go down.
	var result *engine.Result
	full := measure("full check", func() {
		result = engine.New(engine.Options{Rules: rules.All(), Jobs: jobs}).Check(context.Background(), inputs)
	})
	alone := measure("parser alone", func() {
		err := parallel(cuda, jobs, func(in discover.Input) error {
			text, err := os.ReadFile(in.Path)
			if err != nil {
				return err
			}
			return bareparser.Parse(context.Background(), text)
		})
		if err != nil {
			t.Error(err)
		}
	})
	t.Logf("processor time of the full check over that of the parser alone: %.2f", full.Seconds()/alone.Seconds())
	kinds := map[lint.ProblemKind]int{}
	for _, p := range append(problems, result.Problems...) {
		if kinds[p.Kind]++; p.Fatal() {
			t.Errorf("%s:%d: %s: %s", p.Path, p.Line, p.Kind, p.Message)
		}
	}
	t.Logf("%d findings %v, problems %v", len(result.Findings), result.ByRule(), kinds)

	var table *inspect.Table
	measure("access", func() {
		table = engine.New(engine.Options{Jobs: jobs}).Access(context.Background(), inputs)
	})
	for _, p := range table.Problems {
		if p.Fatal() { // a file that is missing from the figures below
			t.Errorf("access: %s:%d: %s: %s", p.Path, p.Line, p.Kind, p.Message)
		}
	}
	patterns := map[string]map[string]int{}
	for _, r := range table.Rows {
		space := r.Space.String()
		if patterns[space] == nil {
			patterns[space] = map[string]int{}
		}
		patterns[space][r.Pattern.String()]++
	}
	for _, space := range slices.Sorted(keys(patterns)) {
		t.Logf("accesses, %s: %v", space, patterns[space])
	}
	countReads(t, cuda, table)
}

func keys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// countReads compares the reads of constant variables in device code, counted
// by their names in the text, with the rows of the table.
func countReads(t *testing.T, files []discover.Input, table *inspect.Table) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]inspect.Row{}
	for _, r := range table.Rows {
		if r.Space == sema.ConstantSpace {
			rows[r.Path] = append(rows[r.Path], r)
		}
	}
	var total, found, through int
	missed := map[string]bool{}
	seen := map[string]bool{}
	for _, in := range files {
		for _, n := range constantReads(in.Path) {
			name, err := filepath.Rel(dir, n.File().Source.Path)
			if err != nil {
				t.Fatal(err)
			}
			name = filepath.ToSlash(name)
			at := n.Span().Start
			key := fmt.Sprintf("%s:%d", name, at)
			if seen[key] {
				continue
			}
			seen[key] = true
			total++
			covers := func(r inspect.Row) bool { return r.Start.Offset <= at && at < r.End.Offset }
			same := func(r inspect.Row) bool { return r.Object == n.Text() }
			switch {
			case slices.ContainsFunc(rows[name], covers):
				found++
			case slices.ContainsFunc(rows[name], same):
				through++ // through a pointer, a reference or a member
			default:
				pos := n.File().Source.Position(at)
				missed[fmt.Sprintf("%s:%d:%d: %s: %s", name, pos.Line, pos.Column, n.Text(), strings.TrimSpace(n.File().Source.Slice(n.File().Source.LineSpan(pos.Line))))] = true
			}
		}
	}
	t.Logf("reads of constant variables in device code: %d by name; %d have a row there, %d one of the same object elsewhere in the file, %d (%.1f %%) none",
		total, found, through, len(missed), 100*float64(len(missed))/float64(max(total, 1)))
	if os.Getenv("CUDALINT_CORPUS_LIST") != "" {
		for _, m := range slices.Sorted(keys(missed)) {
			t.Logf("no row: %.200s", m)
		}
	}
}

// constantReads returns the names of constant variables in the bodies of the
// device functions of a file and what it includes, save where only the size or
// the type counts and where a local variable has the name.
func constantReads(path string) (reads []ast.Node) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Read: os.ReadFile})
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, v := range unit.Variables {
		if v.Space == sema.ConstantSpace {
			names[v.Name] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	for _, f := range unit.Functions() {
		if !f.Body.Valid() || !f.OnDevice() {
			continue
		}
		shadowed := map[string]bool{}
		for _, p := range f.Params {
			shadowed[p.Name] = true
		}
		for n := range f.Body.Descendants() {
			if n.Kind() == ast.Identifier && names[n.Text()] && n.Field() == ast.FieldDeclarator {
				shadowed[n.Text()] = true
			}
		}
		for n := range f.Body.Descendants() {
			if n.Kind() == ast.Identifier && names[n.Text()] && !shadowed[n.Text()] && n.Field() != ast.FieldDeclarator &&
				!n.Enclosing(ast.SizeofExpression).Valid() {
				reads = append(reads, n)
			}
		}
	}
	return reads
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakResident returns the most memory the process has had, in MB, as Linux
// counts it.
func peakResident() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return u.Maxrss / 1000
}
