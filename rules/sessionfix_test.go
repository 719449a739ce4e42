package rules

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// eachProgram calls f with the programs of the corpus and of testdata/fixes; short leaves
// most of the corpus out.
func eachProgram(t *testing.T, short bool, f func(t *testing.T, p program)) {
	for _, rule := range All() {
		t.Run(rule.Name, func(t *testing.T) {
			programs := fixCases(t, filepath.Join("..", "testdata", "fixes", rule.Name))
			var names []string
			sources := corpus(t, rule.Name)
			for folder := range sources {
				names = append(names, folder)
			}
			slices.Sort(names)
			for i, folder := range names {
				if !short || i%5 == 0 {
					programs = append(programs, program{filepath.Base(folder), folder, folder, sources[folder]})
				}
			}
			for _, p := range programs {
				t.Run(p.name, func(t *testing.T) { f(t, p) })
			}
		})
	}
}

// session returns a session over the program, with all its files open.
func (p *program) session(t *testing.T) (*engine.Session, []discover.Input) {
	t.Helper()
	s := engine.NewSession(p.options(t))
	t.Cleanup(s.Close)
	var inputs []discover.Input
	for _, path := range p.sources {
		inputs = append(inputs, discover.Input{Path: path})
	}
	s.SetInputs(inputs)
	for _, path := range p.sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		s.SetText(path, text)
	}
	return s, inputs
}

// TestSessionFixes: the fixes that a session makes when it is asked for them, of each
// finding by itself, are those of a check with fixes; so is what becomes of each file.
func TestSessionFixes(t *testing.T) {
	ctx := context.Background()
	eachProgram(t, os.Getenv("CUDALINT_SESSION_FIXES") == "", func(t *testing.T, p program) {
		s, inputs := p.session(t)
		got := s.Check(ctx)
		want := engine.New(p.options(t)).Check(ctx, inputs)
		if len(got.Findings) != len(want.Findings) {
			t.Fatalf("%d findings, want %d", len(got.Findings), len(want.Findings))
		}
		files := map[string]bool{}
		for _, i := range slices.Backward(ints(len(got.Findings))) {
			found := slices.Clone(got.Findings[i : i+1])
			files[found[0].Path] = true
			problems, err := s.Fixes(ctx, got, found)
			if err != nil || len(problems) > 0 {
				t.Errorf("%s:%d: %v, %v", found[0].Path, found[0].Start.Line, problems, err)
			}
			if diff := cmp.Diff(want.Findings[i].Fixes, found[0].Fixes, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s:%d: %s (-check +session):\n%s", found[0].Path, found[0].Start.Line, found[0].Rule, diff)
			}
		}
		for path := range files {
			p.fixFile(t, s, inputs, path)
		}
	})
}

func ints(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// fixFile compares what a session makes of one file with what Linter.Fix makes of it.
func (p *program) fixFile(t *testing.T, s *engine.Session, inputs []discover.Input, path string) {
	t.Helper()
	before := s.Check(context.Background())
	fixed, err := autofix.File(context.Background(), s, path, nil)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	ofFile := func(*engine.Result) func(*lint.Diagnostic) bool {
		return func(d *lint.Diagnostic) bool { return d.Path == path }
	}
	want := autofix.Inputs(context.Background(), engine.New(p.options(t)), inputs, autofix.Options{Only: path, Filter: ofFile})
	if diff := cmp.Diff(want.Files, fixed.Files); diff != "" {
		t.Errorf("%s (-fix +session):\n%s", path, diff)
	}
	if len(want.Problems)+len(fixed.Problems) > 0 {
		t.Errorf("%s: %v and %v", path, want.Problems, fixed.Problems)
	}
	// The texts are what they were.
	after := s.Check(context.Background())
	ignore := cmp.Options{cmpopts.IgnoreFields(lint.Diagnostic{}, "Origin"), cmpopts.IgnoreUnexported(engine.Result{})}
	if diff := cmp.Diff(before, after, ignore); diff != "" {
		t.Errorf("%s: the session after it (-before +after):\n%s", path, diff)
	}
}

// TestSessionFixesAreOfTheTexts: there are none for what has changed since.
func TestSessionFixesAreOfTheTexts(t *testing.T) {
	p := fixCases(t, filepath.Join("..", "testdata", "fixes", "missing-restrict"))[0]
	s, _ := p.session(t)
	r := s.Check(context.Background())
	if _, err := s.Fixes(context.Background(), r, r.Findings); err != nil {
		t.Error(err)
	}
	s.Changed() // nothing
	if !s.Current(r) {
		t.Error("without a change the result is not current")
	}
	s.SetText(p.sources[0], []byte("int a;\n"))
	if _, err := s.Fixes(context.Background(), r, r.Findings); !errors.Is(err, engine.ErrStale) {
		t.Errorf("after an edit: %v", err)
	}
	now := s.Check(context.Background())
	if _, err := s.Fixes(context.Background(), r, r.Findings); !errors.Is(err, engine.ErrStale) {
		t.Errorf("after another check: %v", err)
	}
	other := s.CheckFile(context.Background(), p.sources[0])
	for _, r := range []*engine.Result{now, other, now} {
		if _, err := s.Fixes(context.Background(), r, r.Findings); err != nil {
			t.Error(err)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if f, err := autofix.File(ended, s, p.sources[0], nil); err != nil || len(f.Files) > 0 {
		t.Error(f, err)
	}
	s.SetText(p.sources[0], nil)
	if _, err := autofix.File(context.Background(), s, p.sources[0], nil); err == nil {
		t.Error("a file that is not open is fixed")
	}
}

// TestSessionFixesInTime: what was not made as there was no time is made when it is asked
// for again.
func TestSessionFixesInTime(t *testing.T) {
	p := fixCases(t, filepath.Join("..", "testdata", "fixes", "constant-divergent-index"))[0]
	s, inputs := p.session(t)
	r := s.Check(context.Background())
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Fixes(ended, r, slices.Clone(r.Findings)); err != nil {
		t.Error(err)
	}
	found := slices.Clone(r.Findings)
	problems, err := s.Fixes(context.Background(), r, found)
	if err != nil || len(problems) > 0 {
		t.Error(problems, err)
	}
	want, made := engine.New(p.options(t)).Check(context.Background(), inputs), 0
	for i := range found {
		made += len(found[i].Fixes)
		if diff := cmp.Diff(want.Findings[i].Fixes, found[i].Fixes, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s:%d (-check +session):\n%s", found[i].Path, found[i].Start.Line, diff)
		}
	}
	if made == 0 {
		t.Error("there are no fixes")
	}
}
