package engine_test

import (
	"context"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// macroProgram are the lines of the files of a program, each with what may stand there: what
// the macros of a source mean decides what its headers declare and how they parse.
var macroProgram = map[string][][]string{
	"a.cu": {
		{"#define DEVICE __device__ inline", "#define DEVICE __host__ __device__", "#define DEVICE", ""},
		{"#define SPACE __constant__", "#define SPACE static __constant__", "#define SPACE __device__"},
		{"#define SIZE 256", "#define SIZE 64", "#define SIZE (COUNT * 2)", "#undef SIZE"},
		{"#define WIDE", "#define WIDE 0", ""},
		{"#define EACH(i, n) for (int i = threadIdx.x; i < n; i += 32)", "#define EACH(i, n) if (int i = n)", ""},
		{"#include \"kernels.cuh\"", "#include \"table.cuh\"", "#include \"table.cuh\"\n#include \"kernels.cuh\""},
		{"#define SIZE 32", "", "#define at(i) ((i) + 1)", "", "#define START(kernel, out) kernel<<<3, 96>>>(out)"},
		{"void run(float *out, int n) {", "static void run(float *out, int n) {"},
		{"  scale<<<n, SIZE>>>(out);", "  scale<<<1, BLOCK>>>(out);", "  START(scale, out);", "  scale<<<1, 32"},
		{"  int i = 0; out += i;", "  (void)out;", ""},
		{"}"},
	},
	"b.cu": {
		{"#define SPACE __constant__", "#define SPACE __device__"},
		{"#define SIZE 128", "#define SIZE 1", ""},
		{"#include \"kernels.cuh\"", "#include \"table.cuh\"\n__global__ void scale(float *);", ""},
		{"void other(float *out) { scale<<<4, 128>>>(out); }", "void other(float *out) { START(scale, out); }", ""},
	},
	"config.h": {
		{"#pragma once", "#ifndef CONFIG_H\n#define CONFIG_H\n#endif", ""},
		{"#define COUNT 16", "#define COUNT SIZE", "#define COUNT 128"},
		{"#define BLOCK 64", "#define BLOCK (COUNT + 32)"},
		{"#define START(kernel, out) kernel<<<1, BLOCK>>>(out)", "#define START(kernel, out) (kernel<<<2, 256>>>(out))", ""},
		{"#ifndef DEVICE\n#define DEVICE __device__\n#endif", "#define DEVICE __device__", ""},
	},
	"table.cuh": {
		{"#include \"config.h\"", ""},
		{"#ifdef WIDE\nSPACE double table[256];\n#else\nSPACE float table[SIZE];\n#endif", "SPACE float table[256];", "#if WIDE\nSPACE float table[512];\n#else\nSPACE int table[512];\n#endif"},
		{"DEVICE float at(int i) { return table[i]; }", "DEVICE float at(int i) { return table[0]; }", "template <int N> DEVICE float at(int i) { return table[i / N]; }\nDEVICE float at(int i) { return at<4>(i); }"},
	},
	"kernels.cuh": {
		{"#include \"table.cuh\"", "#include \"config.h\""},
		{"__global__ void scale(float *out) {", "extern \"C\" __global__ void scale(float *out) {", "template <class T> __global__ void scale(T *out) {"},
		{"  EACH(i, 64) { out[i] = table[i]; }", "  EACH(i, 64) out[i] = at(i);", ""},
		{"  out[threadIdx.x] *= at(threadIdx.x);", "  out[threadIdx.x] += table[threadIdx.x * 2];", "  out[threadIdx.x] = table[blockIdx.x];", "  out[0] = at(7"},
		{"}"},
	},
}

// TestSessionFollowsMacros compares a session with a fresh run while the macros of sources
// and headers change, of which some are open.
func TestSessionFollowsMacros(t *testing.T) { followChoices(t, macroProgram, 300) }

// followChoices compares a session with a fresh run while the lines of a program change to
// others that may stand there. steps is how many changes there are by default.
func followChoices(t *testing.T, program map[string][][]string, steps int) {
	n, seed := lsptest.RandomEdits(t, steps)
	random := rand.New(rand.NewSource(seed))
	var names []string
	chosen, files, all := map[string][]int{}, map[string]string{}, 0
	text := func(name string) string {
		var lines []string
		for i, choices := range program[name] {
			lines = append(lines, choices[chosen[name][i]])
		}
		return strings.Join(lines, "\n") + "\n"
	}
	for name, lines := range program {
		names = append(names, name)
		chosen[name] = make([]int, len(lines))
		all += len(lines)
		files[name] = text(name)
	}
	slices.Sort(names)
	st := newSessionTest(t, files)
	found := map[string]bool{}
	for step := range n {
		name, line := "", random.Intn(all)
		for _, name = range names {
			if line < len(chosen[name]) {
				break
			}
			line -= len(chosen[name])
		}
		chosen[name][line] = random.Intn(len(program[name][line]))
		if open := st.texts[name] != nil; !open && random.Intn(3) == 0 {
			st.write(name, text(name))
			st.session.Changed(name)
		} else {
			st.edit(name, text(name))
		}
		if random.Intn(2) == 0 && step > 0 { // before the first check other files are left out
			compareFindings(t, name, st.fresh(), st.session.CheckFile(context.Background(), name))
		}
		st.check()
		found[strings.Join(everything(t, st.session.Check(context.Background())), "\n")] = true
		if t.Failed() {
			t.Fatalf("step %d: %s, line %d: %s", step, name, line+1, text(name))
		}
		if st.texts[name] != nil && random.Intn(8) == 0 { // saved and closed
			st.write(name, text(name))
			st.edit(name, "")
			st.session.Changed(name)
		}
	}
	if len(found) < min(n/10, 10) {
		t.Errorf("only %d different results in %d steps", len(found), n)
	}
	t.Logf("%d different results in %d steps", len(found), n)
}

// compareFindings compares what a session and a fresh run find in a file.
func compareFindings(t *testing.T, name string, want, got *engine.Result) {
	t.Helper()
	in := func(r *engine.Result) *engine.Result {
		only := *r
		only.Suppressed, only.Problems = nil, nil
		only.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(d lint.Diagnostic) bool { return d.Path != name })
		return &only
	}
	if diff := cmp.Diff(everything(t, in(want)), everything(t, in(got))); diff != "" {
		t.Errorf("CheckFile of %s differs from a fresh run (-fresh +session):\n%s", name, diff)
	}
}
