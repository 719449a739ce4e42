package engine

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// TestFileOptions has rules, severities, macros and targets that differ from file to
// file.
func TestFileOptions(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("shared.cuh", "__global__ void shared() {}\n")
	for _, name := range []string{"a.cu", "b.cu"} {
		write(name, "#include \"shared.cuh\"\n__global__ void first() {}\n#if LEVEL > 1\n__global__ void second() {}\n#endif\n")
	}
	rule := kernelRule("test-kernel", lint.Warning)
	options := map[string]*FileOptions{
		"a.cu":       {Severities: map[string]lint.Severity{"test-kernel": lint.Error}, Target: lint.Target{GPU: "sm_80"}, Defines: []string{"LEVEL=1"}},
		"b.cu":       {Defines: []string{"LEVEL=2"}, Severities: map[string]lint.Severity{"test-kernel": lint.Info}},
		"shared.cuh": {Off: map[string]bool{"test-kernel": true}},
	}
	l := New(Options{Dir: dir, Rules: []*lint.Rule{rule}, File: func(path string) *FileOptions { return options[path] }})
	r := l.Check(context.Background(), []discover.Input{{Path: "a.cu"}, {Path: "b.cu"}})
	got := map[string]lint.Severity{}
	for _, d := range r.Findings {
		got[d.Path+" "+d.Function] = d.Severity
	}
	want := map[string]lint.Severity{"a.cu first": lint.Error, "b.cu first": lint.Info, "b.cu second": lint.Info}
	if len(got) != len(want) {
		t.Fatalf("findings %v, want %v", got, want)
	}
	for at, severity := range want {
		if got[at] != severity {
			t.Errorf("%s has severity %v, want %v", at, got[at], severity)
		}
	}
	if r.Target.GPU != lint.DefaultGPU || len(r.GPUs) != 2 {
		t.Errorf("target %v of %v", r.Target, r.GPUs)
	}
}

// TestSystemHeaders has one header that is a system header in every unit and one that is
// in one of two.
func TestSystemHeaders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"sys/lib.cuh": "__global__ void inLibrary() {}\n",
		"own/own.cuh": "__global__ void inOwn() {}\n",
		"a.cu":        "#include <lib.cuh>\n#include <own.cuh>\n__global__ void first() {}\n",
		"b.cu":        "#include <lib.cuh>\n#include <own.cuh>\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folders := []string{filepath.Join(dir, "sys"), filepath.Join(dir, "own")}
	flags := map[string]Flags{
		"a.cu": {IncludeDirs: folders, SystemDirs: folders},
		"b.cu": {IncludeDirs: folders, SystemDirs: folders[:1]},
	}
	check := func(inputs ...discover.Input) (functions []string) {
		l := New(Options{Dir: dir, Rules: []*lint.Rule{kernelRule("test-kernel", lint.Warning)}, Flags: func(path string) Flags { return flags[path] }})
		for _, d := range l.Check(context.Background(), inputs).Findings {
			functions = append(functions, d.Function)
		}
		return functions
	}
	if got := check(discover.Input{Path: "a.cu"}); len(got) != 1 || got[0] != "first" {
		t.Errorf("a.cu alone: %v", got)
	}
	if got := check(discover.Input{Path: "a.cu"}, discover.Input{Path: "b.cu"}); len(got) != 2 || got[1] != "inOwn" {
		t.Errorf("a.cu and b.cu: %v", got)
	}
	// A header among the inputs is a unit only where nothing includes it.
	if got := check(discover.Input{Path: "a.cu"}, discover.Input{Path: "sys/lib.cuh"}); len(got) != 1 || got[0] != "first" {
		t.Errorf("a.cu and sys/lib.cuh: %v", got)
	}
	if got := check(discover.Input{Path: "sys/lib.cuh"}); len(got) != 1 || got[0] != "inLibrary" {
		t.Errorf("sys/lib.cuh: %v", got)
	}
}

// kernelRule reports every kernel.
func kernelRule(name string, severity lint.Severity) *lint.Rule {
	return &lint.Rule{Name: name, Severity: severity, Check: func(p *lint.CheckPass) error {
		for _, f := range p.Unit.Kernels() {
			p.Report(lint.Finding{Node: f.Node, Function: f, Confidence: lint.Proven, Message: "kernel " + f.Name})
		}
		return nil
	}}
}
