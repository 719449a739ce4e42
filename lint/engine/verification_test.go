package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/verify"
)

// divergentReads is a rule that reports what counters measure.
var divergentReads = &lint.Rule{Name: "test-divergent", Severity: lint.Warning, Check: func(p *lint.CheckPass) error {
	kernels, err := p.Kernels()
	if err != nil {
		return err
	}
	for i := range kernels {
		for j := range kernels[i].Accesses {
			a := &kernels[i].Accesses[j]
			if a.Kind != warp.Load || a.Literal || a.Space != sema.ConstantSpace || a.Addresses.Worst < 2 {
				continue
			}
			confidence := lint.Proven
			if a.Block.Source == warp.Assumed {
				confidence = lint.Likely
			}
			p.Report(lint.Finding{Node: a.Node, Confidence: confidence, Message: a.Node.Text(), Access: a, Kernel: &kernels[i]})
		}
	}
	return nil
}}

// export is one of rows "kernel;block x;instructions;replays".
func export(t *testing.T, rows ...string) []*verify.Export {
	t.Helper()
	lines := []string{`"ID","Kernel Name","Block Size",` + `"` + verify.Divergent + `","` + verify.Replays + `"`}
	for i, row := range rows {
		f := strings.Split(row, ";")
		lines = append(lines, fmt.Sprintf(`"%d","%s","(%s, 1, 1)","%s","%s"`, i, f[0], f[1], f[2], f[3]))
	}
	e, err := verify.Read(strings.NewReader(strings.Join(lines, "\n")), "run.csv")
	if err != nil {
		t.Fatal(err)
	}
	return []*verify.Export{e}
}

// TestVerification: what a measurement does to the findings of a program.
func TestVerification(t *testing.T) {
	const table = "__constant__ float table[1024];\n"
	header := discover.Input{Path: "pick.cuh", HasText: true, Text: []byte(table + "__device__ float pick(int i) { return table[i]; }\n")}
	tests := []struct {
		name   string
		inputs []discover.Input
		rows   []string
		want   string // of the findings: confidence severity status, joined by ", "
		all    string // of the kernels: name status
	}{
		{"confirmed", onlyFile(table + "__global__ void k(float *p) { p[0] += table[threadIdx.x]; }\nvoid f(float *p) { k<<<1, 64>>>(p); }"),
			[]string{"k;64;2;62"}, "proven warning agrees", "k agrees"},
		{"an assumed shape that is the measured one", onlyFile(table + "__global__ void k(float *p) { p[0] += table[threadIdx.x]; }"),
			[]string{"k;256;8;248"}, "proven warning agrees", "k agrees"},
		{"another shape than assumed", onlyFile(table + "__global__ void k(float *p) { p[0] += table[threadIdx.x]; }"),
			[]string{"k;64;2;62"}, "likely warning agrees", "k agrees"},
		{"refuted", onlyFile(table + "__global__ void k(float *p) { p[0] += table[threadIdx.x]; }\nvoid f(float *p) { k<<<1, 64>>>(p); }"),
			[]string{"k;64;2;30"}, "possible info disagrees", "k disagrees"},
		{"not run", onlyFile(table + "__global__ void k(float *p) { p[0] += table[threadIdx.x]; }\nvoid f(float *p) { k<<<1, 64>>>(p); }"),
			[]string{"other;64;2;30"}, "proven info did not run", "k did not run"},
		{"not to be told", onlyFile(table + "__global__ void k(float *p, const int *n) { p[0] += table[threadIdx.x] + table[n[0] * threadIdx.x * threadIdx.x]; }\nvoid f(float *p) { k<<<1, 64>>>(p, 0); }"),
			[]string{"k;64;2;30"}, "proven warning cannot tell, proven warning cannot tell", "k cannot tell"},
		{"one of two kernels that reach a read", []discover.Input{header, text("a.cu", `#include "pick.cuh"
__global__ void ran(float *p) { p[0] += pick(threadIdx.x); }
__global__ void idle(float *p) { p[0] += pick(threadIdx.x); }
void f(float *p) { ran<<<1, 64>>>(p); idle<<<1, 64>>>(p); }`)},
			[]string{"ran;64;2;62"}, "proven warning agrees", "ran agrees, idle did not run"},
		{"kernels of one name in two files", []discover.Input{header, text("a.cu", `#include "pick.cuh"
static __global__ void k(float *p) { p[0] += table[threadIdx.x]; }
void f(float *p) { k<<<1, 64>>>(p); }`), text("b.cu", `#include "pick.cuh"
static __global__ void k(float *p) { p[0] += table[threadIdx.x / 8]; }
void f(float *p) { k<<<1, 64>>>(p); }`)},
			[]string{"k;64;2;62"}, "proven warning agrees, proven warning cannot tell", "k agrees, k cannot tell"},
		{"launched from another file", []discover.Input{text("a.cu", table+"__global__ void k(float *p) { p[0] += table[threadIdx.x]; }"),
			text("b.cu", "__global__ void k(float *p);\nvoid f(float *p) { k<<<1, 64>>>(p); }")},
			[]string{"k;64;2;62"}, "proven warning agrees", "k agrees"},
		{"no read of constant memory", onlyFile("__global__ void k(float *p) { p[0] = threadIdx.x; }"), []string{"k;64;0;0"}, "", "k agrees"},
		{"a read that is missed", onlyFile("__global__ void k(float *p) { p[0] = threadIdx.x; }"), []string{"k;64;2;30"}, "", "k disagrees"},
	}
	for _, test := range tests {
		dir := t.TempDir() // includes are read from there
		for _, in := range test.inputs {
			if err := os.WriteFile(filepath.Join(dir, in.Path), in.Text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		l := New(Options{Rules: []*lint.Rule{divergentReads}, Measurements: export(t, test.rows...), Dir: dir, Target: unpriced})
		r := l.Check(context.Background(), test.inputs)
		var got, all []string
		for _, d := range r.Findings {
			if d.Verification == nil {
				t.Errorf("%s: %s is not verified", test.name, d.Message)
				continue
			}
			got = append(got, fmt.Sprint(d.Confidence, " ", d.Severity, " ", d.Verification.Status))
			if !strings.Contains(d.Verification.Note, "run.csv") {
				t.Errorf("%s: the note %q does not name the file", test.name, d.Verification.Note)
			}
		}
		for i := range r.Verified.Kernels {
			all = append(all, fmt.Sprint(r.Verified.Kernels[i].Name, " ", r.Verified.Kernels[i].Status))
		}
		if g, a := strings.Join(got, ", "), strings.Join(all, ", "); g != test.want || a != test.all {
			t.Errorf("%s: got %q and %q, want %q and %q", test.name, g, a, test.want, test.all)
		}
	}
	r := New(Options{Rules: []*lint.Rule{divergentReads}, Target: unpriced}).Check(context.Background(), tests[0].inputs)
	if r.Verified != nil || len(r.Findings) != 1 || r.Findings[0].Verification != nil {
		t.Error("something is verified without a measurement")
	}
}

// unpriced is a target without a model: whether a finding is worth its while is not
// the matter here.
var unpriced = lint.Target{GPU: "sm_91"}

func text(name, source string) discover.Input {
	return discover.Input{Path: name, HasText: true, Text: []byte(source)}
}

func onlyFile(source string) []discover.Input { return []discover.Input{text("a.cu", source)} }
