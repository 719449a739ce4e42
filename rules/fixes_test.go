package rules

import (
	"bytes"
	"context"
	"flag"
	"hash/fnv"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

var update = flag.Bool("update", false, "write the goldens of TestFixes")

// A program is sources that are linted together.
type program struct {
	name    string // without extension
	folder  string // that of compile_commands.json, if there is one
	root    string // the folder that the names in goldens are relative to
	sources []string
}

// fixCases returns the programs of testdata/fixes/RULE: each .cu by itself, and the
// sources of each folder together. Folders with a dot in their names are goldens.
func fixCases(t *testing.T, root string) (programs []program) {
	t.Helper()
	entries, err := os.ReadDir(root)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		path := filepath.Join(root, e.Name())
		switch name, _, dotted := strings.Cut(e.Name(), "."); {
		case !e.IsDir() && filepath.Ext(path) == ".cu":
			programs = append(programs, program{name, path, root, []string{path}})
		case e.IsDir() && !dotted:
			p := program{name: name, folder: path, root: path}
			for _, file := range filesIn(t, path) {
				if slices.Contains([]string{".cu", ".cuh", ".h", ".hpp", ".inl", ".cpp"}, filepath.Ext(file)) {
					p.sources = append(p.sources, filepath.Join(path, file))
				}
			}
			programs = append(programs, p)
		}
	}
	return programs
}

// filesIn returns the files below a folder, which need not be there, relative to it.
func filesIn(t *testing.T, root string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(root, path)
			files = append(files, path)
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return files
}

// options returns those that the sources ask for, with all rules.
func (p *program) options(t *testing.T) engine.Options {
	t.Helper()
	var opts engine.Options
	for i, path := range p.sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 || strings.HasPrefix(string(text), "// flags: ") {
			opts = flagsOf(t, string(text))
		}
	}
	opts.Rules, opts.Jobs, opts.Fixes = All(), 1, true
	if _, err := os.Stat(filepath.Join(p.folder, "compile_commands.json")); err == nil {
		commands, err := config.ReadCompileCommands(p.folder)
		if err != nil {
			t.Fatal(err)
		}
		opts.Flags, opts.Units = commands.Flags, commands.Files()
	}
	return opts
}

// fix applies the fixes of a rule to texts, which take the place of the files.
func (p *program) fix(t *testing.T, rule *lint.Rule, unsafe bool, texts map[string][]byte) *autofix.Fixed {
	t.Helper()
	opts := p.options(t)
	opts.Texts = texts
	var inputs []discover.Input
	for _, path := range p.sources {
		inputs = append(inputs, discover.Input{Path: path})
	}
	ofRule := func(*engine.Result) func(*lint.Diagnostic) bool {
		return func(d *lint.Diagnostic) bool { return d.Rule == rule.Name }
	}
	f := autofix.Inputs(context.Background(), engine.New(opts), inputs, autofix.Options{Filter: ofRule, Unsafe: unsafe})
	for _, problem := range slices.Concat(f.Problems, f.Last.Problems) {
		if problem.Fatal() {
			t.Errorf("%s:%d: %s: %s", problem.Path, problem.Line, problem.Kind, problem.Message)
		}
	}
	return f
}

// after returns all files of the program as a fix leaves them, by path.
func (p *program) after(t *testing.T, f *autofix.Fixed) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, path := range p.sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.ToSlash(path)] = text
	}
	for _, file := range f.Files {
		if out[file.Path] == nil {
			t.Errorf("%s is changed and is not of the program", file.Path)
		}
		out[file.Path] = file.After
	}
	return out
}

func syntaxErrors(r *engine.Result) (n int) {
	for _, p := range r.Problems {
		if p.Kind == lint.Syntax {
			n++
		}
	}
	return n
}

// checkFix checks what holds of every fix, whatever it is, and returns the files after it.
func checkFix(t *testing.T, rule *lint.Rule, p program, unsafe bool, f *autofix.Fixed) map[string][]byte {
	t.Helper()
	for _, a := range f.Applied {
		if a.Title == "" || strings.ContainsAny(a.Title, "\n\t") || strings.HasSuffix(a.Title, ".") {
			t.Errorf("%s:%d: the title %q is not one line without a full stop", a.Path, a.Start.Line, a.Title)
		}
	}
	before, left := f.First.ByRule(), f.Last.ByRule()
	if left[rule.Name] > before[rule.Name]-len(f.Applied) {
		t.Errorf("%d findings, %d fixed, %d left", before[rule.Name], len(f.Applied), left[rule.Name])
	}
	for name, n := range left {
		// A table that leaves constant memory is read as global memory: what its lanes do there
		// is a finding of its own, and costs less.
		if n > before[name] && name != "global-uncoalesced" {
			t.Errorf("%s: %d findings before, %d after", name, before[name], n)
			for _, d := range f.Last.Findings {
				if d.Rule == name {
					t.Logf("%s:%d: %s", d.Path, d.Start.Line, d.Message)
				}
			}
		}
	}
	if was, is := syntaxErrors(f.First), syntaxErrors(f.Last); is > was {
		t.Errorf("%d places do not parse, %d before", is, was)
	}
	texts := p.after(t, f)
	for _, file := range p.fix(t, rule, unsafe, texts).Files {
		t.Errorf("a second run changes %s", file.Path)
	}
	return texts
}

// crlf returns a text with \r\n at the end of each line.
func crlf(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// checkLineEnds: sources with \r\n are fixed like those with \n.
func checkLineEnds(t *testing.T, rule *lint.Rule, p program, unsafe bool, after map[string][]byte) {
	t.Helper()
	texts := map[string][]byte{}
	for _, path := range p.sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.ToSlash(path)] = crlf(text)
	}
	for _, file := range p.fix(t, rule, unsafe, texts).Files {
		texts[file.Path] = file.After
	}
	for path, text := range texts {
		if want := crlf(after[path]); !bytes.Equal(text, want) {
			t.Errorf("%s with \\r\\n is fixed to\n%q\nwant\n%q", path, text, want)
		}
	}
}

// checkGolden compares files with those of a golden folder, which are none if files is
// nil.
func checkGolden(t *testing.T, p program, golden string, files map[string][]byte) {
	t.Helper()
	want := map[string][]byte{}
	for path, text := range files {
		name, err := filepath.Rel(p.root, filepath.FromSlash(path))
		if err != nil {
			t.Fatal(err)
		}
		want[name] = text
	}
	if *update {
		if err := os.RemoveAll(golden); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			file := filepath.Join(golden, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	for _, name := range filesIn(t, golden) {
		if want[name] == nil {
			t.Errorf("%s is there and should not be; -update removes it", filepath.Join(golden, name))
		}
	}
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(golden, name))
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s, %v, is not the source as it is fixed, which -update writes:\n%s", filepath.Join(golden, name), err, text)
		}
	}
}

// TestFixes applies the fixes of each rule, and no others, to the programs of its corpus
// and to those of testdata/fixes/RULE: each .cu there by itself, each folder as one
// program, with the first line and the compile_commands.json of the corpus. For all, with
// and without unsafe fixes: they apply and settle, what parsed still does, their findings
// are gone, no rule has more findings than before, none is taken back, and a second run
// changes nothing. Those of testdata/fixes are fixed in the same way with \r\n, and give
// the files in NAME.fixed, with unsafe fixes those in NAME.fixed.unsafe if they differ;
// where nothing changes there is no folder. go test ./rules -run TestFixes -update writes
// these. A rule whose findings in its corpus can be fixed needs a case here.
func TestFixes(t *testing.T) {
	for _, rule := range All() {
		t.Run(rule.Name, func(t *testing.T) {
			fixable := false
			t.Run("corpus", func(t *testing.T) {
				for path, sources := range corpus(t, rule.Name) {
					p := program{name: filepath.Base(path), folder: path, root: path, sources: sources}
					t.Run(p.name, func(t *testing.T) { fixable = fixCorpus(t, rule, p) || fixable })
				}
			})
			fixed := false
			for _, p := range fixCases(t, filepath.Join("..", "testdata", "fixes", rule.Name)) {
				t.Run(p.name, func(t *testing.T) { fixed = fixGolden(t, rule, p) || fixed })
			}
			if fixable && !fixed {
				t.Errorf("testdata/fixes/%s has no program that is fixed, but findings of the rule have fixes", rule.Name)
			}
		})
	}
}

// fixCorpus reports whether there is something to fix.
func fixCorpus(t *testing.T, rule *lint.Rule, p program) bool {
	f := p.fix(t, rule, true, nil)
	if len(f.Files) == 0 {
		return false
	}
	checkFix(t, rule, p, true, f)
	if safe := p.fix(t, rule, false, nil); len(safe.Files) > 0 {
		checkFix(t, rule, p, false, safe)
	}
	return true
}

// fixGolden reports whether a program is fixed.
func fixGolden(t *testing.T, rule *lint.Rule, p program) bool {
	golden := filepath.Join(filepath.Dir(p.folder), p.name+".fixed")
	var files [2]map[string][]byte // after safe fixes and after all, nil where nothing changes
	for i, unsafe := range []bool{false, true} {
		if f := p.fix(t, rule, unsafe, nil); len(f.Files) > 0 {
			files[i] = checkFix(t, rule, p, unsafe, f)
			checkLineEnds(t, rule, p, unsafe, files[i])
		}
	}
	differ := false
	for path := range files[1] {
		differ = differ || !bytes.Equal(files[0][path], files[1][path])
	}
	checkGolden(t, p, golden, files[0])
	if !differ {
		files[1] = nil
	}
	checkGolden(t, p, golden+".unsafe", files[1])
	return files[0] != nil || differ
}

// TestFixesOfMangledSources fixes sources that are nearly right: whatever is left of
// them, no fix has to be taken back as a bug. CUDALINT_MANGLE=N makes N versions of each source
// instead of one of some.
func TestFixesOfMangledSources(t *testing.T) {
	versions, _ := strconv.Atoi(os.Getenv("CUDALINT_MANGLE"))
	linter := engine.New(engine.Options{Rules: All(), Jobs: 1})
	for _, rule := range All() {
		programs := corpus(t, rule.Name)
		for _, p := range fixCases(t, filepath.Join("..", "testdata", "fixes", rule.Name)) {
			programs[p.root+"/"+p.name] = p.sources
		}
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			// A source is mangled in the same way whatever others there are.
			seed := fnv.New32a()
			seed.Write([]byte(name))
			random := rand.New(rand.NewSource(int64(seed.Sum32())))
			if versions == 0 && random.Intn(12) > 0 {
				continue
			}
			text, err := os.ReadFile(programs[name][0])
			if err != nil {
				t.Fatal(err)
			}
			for version := range max(versions, 1) {
				mangled := mangle(random, text)
				inputs := []discover.Input{{Path: "a.cu", Text: mangled, HasText: true}}
				for _, p := range autofix.Inputs(context.Background(), linter, inputs, autofix.Options{Unsafe: true}).Problems {
					if p.Kind == lint.Internal {
						t.Errorf("%s, version %d: %d: %s\n%s", name, version, p.Line, p.Message, mangled)
					}
				}
			}
		}
	}
}
