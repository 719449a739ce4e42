package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// renameRule reports each __constant__ variable; its fix renames it where it is
// declared, in every file that declares it.
func renameRule(seen func(*lint.FixPass)) *lint.Rule {
	return &lint.Rule{Name: "rename", Severity: lint.Warning, Summary: "s", Check: func(pass *lint.CheckPass) error {
		for _, v := range pass.Unit.Variables {
			if v.Space != sema.ConstantSpace || v.Qualifiers&ast.Extern != 0 {
				continue
			}
			name := v.Name
			pass.Report(lint.Finding{Node: v.Node, Message: name, Subject: &lint.Subject{Key: name}})
		}
		return nil
	}, Fix: func(p *lint.FixPass) ([]fixes.Fix, error) {
		name := p.Subject.Key
		if seen != nil {
			seen(p)
		}
		f := fixes.Fix{Title: "rename " + name}
		passes, all := p.Mentioning(name)
		if !all || !p.Whole() {
			f.Safety = fixes.Unsafe
		}
		for _, pass := range passes {
			for _, v := range pass.Unit.Variables {
				if v.Name == name && lint.Written(v.Node) {
					f.Edits = append(f.Edits, pass.Edit(v.Node, name+"_"))
				}
			}
		}
		return []fixes.Fix{f}, nil
	}}
}

// program writes files to a folder and returns a linter of it with some inputs.
func fixProgramOf(t *testing.T, rule *lint.Rule, opts Options, files map[string]string) []lint.Diagnostic {
	t.Helper()
	opts.Dir = t.TempDir()
	opts.Rules, opts.Fixes = []*lint.Rule{rule}, true
	var inputs []discover.Input
	names := []string{}
	for name, text := range files {
		path := filepath.Join(opts.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case strings.HasPrefix(name, "context/"):
			opts.Context = append(opts.Context, discover.Input{Path: name})
		case !strings.HasPrefix(name, "unseen/"):
			inputs = append(inputs, discover.Input{Path: name, IfCUDA: filepath.Ext(name) == ".cpp"})
		}
	}
	result := New(opts).Check(context.Background(), inputs)
	for _, p := range result.Problems {
		t.Errorf("%s: %s", p.Path, p.Message)
	}
	return result.Findings
}

// TestSubject makes a fix over the files of a program.
func TestSubject(t *testing.T) {
	const definition, declaration = "__constant__ float lut[4];\n", "extern __constant__ float lut[4];\n"
	for name, test := range map[string]struct {
		files  map[string]string
		units  []string
		want   []string
		safety fixes.Safety
	}{
		"one file":         {map[string]string{"a.cu": definition}, nil, []string{"a.cu"}, fixes.Unsafe},
		"the whole build":  {map[string]string{"a.cu": definition}, []string{"a.cu"}, []string{"a.cu"}, fixes.Safe},
		"a unit unseen":    {map[string]string{"a.cu": definition, "unseen/b.cu": ""}, []string{"a.cu", "unseen/b.cu"}, []string{"a.cu"}, fixes.Unsafe},
		"another language": {map[string]string{"a.cu": definition}, []string{"a.cu", "b.c", "c.S"}, []string{"a.cu"}, fixes.Safe},
		"two files":        {map[string]string{"a.cu": definition, "b.cu": declaration, "c.cu": "int other;\n"}, []string{"a.cu"}, []string{"a.cu", "b.cu"}, fixes.Safe},
		"header": {map[string]string{"a.cu": "#include \"h.cuh\"\n" + definition, "b.cu": "#include \"h.cuh\"\n", "h.cuh": declaration},
			[]string{"a.cu"}, []string{"a.cu", "h.cuh"}, fixes.Safe},
		"header not given": {map[string]string{"a.cu": definition, "b.cu": "#include \"unseen/h.cuh\"\n", "unseen/h.cuh": declaration},
			[]string{"a.cu"}, []string{"a.cu", "unseen/h.cuh"}, fixes.Safe},
		"context":       {map[string]string{"a.cu": definition, "context/b.cu": declaration}, []string{"a.cu"}, []string{"a.cu", "context/b.cu"}, fixes.Display},
		"plain C++":     {map[string]string{"a.cu": definition, "b.cpp": "extern float lut[4];\n"}, []string{"a.cu"}, []string{"a.cu"}, fixes.Safe},
		"loads modules": {map[string]string{"a.cu": definition, "b.cpp": "int n = cuModuleGetGlobal(&p, &size, m, \"lut\");\n"}, []string{"a.cu"}, []string{"a.cu"}, fixes.Unsafe},
		"other program": {map[string]string{"a/a.cu": definition, "a/b.cu": declaration, "b/a.cu": "void lut();\n", "b/b.cu": "void lut() {}\n"},
			[]string{"a/a.cu"}, []string{"a/a.cu", "a/b.cu"}, fixes.Safe},
	} {
		t.Run(name, func(t *testing.T) {
			found := fixProgramOf(t, renameRule(nil), Options{Units: test.units}, test.files)
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatalf("%+v", found)
			}
			f := found[0].Fixes[0]
			var paths []string
			for _, e := range f.Edits {
				if e.Text != "lut_" || e.End-e.Start != 3 {
					t.Errorf("%+v", e)
				}
				paths = append(paths, e.Path)
			}
			slices.Sort(paths)
			if paths = slices.Compact(paths); !slices.Equal(paths, test.want) || f.Safety != test.safety {
				t.Errorf("%s fix of %q, want %s of %q", f.Safety, paths, test.safety, test.want)
			}
		})
	}
}

// TestRelated leaves the files of other programs alone that have the same names.
func TestRelated(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string // the units that mention f, for a subject in a/main.cu
	}{
		"alone":            {map[string]string{"b/main.cu": "void f() {}\n"}, "a/main.cu"},
		"no definition":    {map[string]string{"a/use.cu": "void f();\n", "b/main.cu": "void f();\n"}, "a/main.cu a/use.cu b/main.cu"},
		"nearest":          {map[string]string{"a/use.cu": "void f();\n", "b/main.cu": "void f() {}\n", "b/use.cu": "void f();\n"}, "a/main.cu a/use.cu"},
		"a header":         {map[string]string{"b/one.cu": "#include \"f.h\"\n", "b/f.h": "#include \"../a/main.cu\"\n"}, "a/main.cu b/one.cu"},
		"by way of others": {map[string]string{"a/use.cu": "#include \"g.h\"\nvoid f();\n", "a/g.h": "// f\n", "c/third.cu": "#include \"../a/g.h\"\n"}, "a/main.cu a/use.cu c/third.cu"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			rule := &lint.Rule{Name: "r", Severity: lint.Warning, Summary: "s", Check: func(pass *lint.CheckPass) error {
				if pass.Unit.File.Source.Path == "a/main.cu" {
					pass.Report(lint.Finding{Node: pass.Unit.Functions()[0].Node, Subject: &lint.Subject{Key: "f"}})
				}
				return nil
			}, Fix: func(p *lint.FixPass) ([]fixes.Fix, error) {
				passes, _ := p.Mentioning("f")
				for _, pass := range passes {
					got = append(got, pass.Unit.File.Source.Path)
				}
				return nil, nil
			}}
			test.files["a/main.cu"] = "void f() {}\n"
			fixProgramOf(t, rule, Options{}, test.files)
			if strings.Join(got, " ") != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestSubjectOnce makes the fixes of one key once, in units that other rules' facts
// reach too, and says which rule failed.
func TestSubjectOnce(t *testing.T) {
	calls := 0
	rule := &lint.Rule{Name: "twice", Severity: lint.Warning, Summary: "s", Check: func(pass *lint.CheckPass) error {
		for _, f := range pass.Unit.Functions() {
			pass.Report(lint.Finding{Node: f.Node, Message: f.Name, Subject: &lint.Subject{Key: "all"}})
		}
		return nil
	}, Fix: func(p *lint.FixPass) ([]fixes.Fix, error) {
		calls++
		if own := p.Own(); own == nil || own.Unit.File.Source.Path != "a.cu" {
			t.Errorf("own unit: %+v", own)
		}
		return []fixes.Fix{{Title: "t"}}, nil
	}}
	found := fixProgramOf(t, rule, Options{}, map[string]string{"a.cu": "void f() {}\nvoid g() {}\n"})
	if calls != 1 || len(found) != 2 || len(found[0].Fixes) != 1 || len(found[1].Fixes) != 1 {
		t.Errorf("%d calls, %+v", calls, found)
	}
}

// TestSubjectPanics turns a panic of a fix into a problem, and the other fixes are
// made.
func TestSubjectPanics(t *testing.T) {
	rule := renameRule(func(p *lint.FixPass) {
		if p.Own().Unit.File.Source.Path == "a.cu" {
			panic("lost")
		}
	})
	result := New(Options{Rules: []*lint.Rule{rule}, Fixes: true, Dir: t.TempDir()}).Check(context.Background(), []discover.Input{
		{Path: "a.cu", Text: []byte("__constant__ int a;\n"), HasText: true}, {Path: "b.cu", Text: []byte("__constant__ int b;\n"), HasText: true}})
	if len(result.Problems) != 1 || result.Problems[0].Path != "a.cu" || !strings.Contains(result.Problems[0].Message, "the fix of rule rename failed: lost") {
		t.Errorf("%+v", result.Problems)
	}
	if len(result.Findings) != 2 || len(result.Findings[0].Fixes) != 0 || len(result.Findings[1].Fixes) != 1 {
		t.Errorf("%+v", result.Findings)
	}
}

// TestSubjectsEndInTime: the fixes of a file stop at the time limit, which is said, and
// the findings stay.
func TestSubjectsEndInTime(t *testing.T) {
	made := 0
	rule := &lint.Rule{Name: "slow", Severity: lint.Warning, Check: func(pass *lint.CheckPass) error {
		for _, f := range pass.Unit.Functions() {
			pass.Report(lint.Finding{Node: f.Node, Message: f.Name, Subject: &lint.Subject{Key: f.Name}})
		}
		return nil
	}, Fix: func(p *lint.FixPass) ([]fixes.Fix, error) {
		made++
		<-p.Context.Done()
		return nil, nil
	}}
	dir := t.TempDir()
	text := "void a() {}\nvoid b() {}\nvoid c() {}\n"
	l := New(Options{Dir: dir, Rules: []*lint.Rule{rule}, Fixes: true, FileTimeout: time.Second})
	r := l.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: []byte(text), HasText: true}})
	if made != 1 || len(r.Findings) != 3 {
		t.Errorf("%d fixes were made, and there are %d findings", made, len(r.Findings))
	}
	if len(r.Problems) != 1 || r.Problems[0].Kind != lint.Internal || r.Problems[0].Path != "a.cu" || !strings.Contains(r.Problems[0].Message, "making fixes took longer than 1s") {
		t.Errorf("problems: %+v", r.Problems)
	}
}
