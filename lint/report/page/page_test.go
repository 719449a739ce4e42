package page

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
)

// kernelAt returns a kernel on the first three lines of a file, with one access.
func kernelAt(path, name string, saving int) inspect.DetailedKernel {
	k := inspect.DetailedKernel{FirstLine: 1, LastLine: 3}
	k.Path, k.Start.Line, k.Name, k.Findings, k.Saving, k.SavingKnown = path, 1, name, 1, saving, true
	k.Block.Dim = [3]int{32, 1, 1}
	k.Cost = &price.Kernel{GPU: "sm_90", Bound: "L2 bandwidth", BoundCycles: 6, Cycles: 7, Warps: 64, MostWarps: 64}
	for i := range k.Cost.Pipes {
		k.Cost.Pipes[i] = price.PipeCycles{Cycles: float64(i), Known: i > 0}
	}
	k.Accesses = []inspect.KernelAccess{access(sema.SharedSpace, 4, 128), access(sema.GlobalSpace, 4, 4)}
	k.Accesses[0].Path, k.Accesses[1].Path = path, path
	return k
}

// access returns an access on line 2 whose lanes are so many bytes apart.
func access(space sema.MemorySpace, size, apart int64) inspect.KernelAccess {
	var encoded []byte
	for lane := range int64(32) {
		encoded = binary.AppendVarint(encoded, lane*apart)
	}
	a := inspect.KernelAccess{Busy: 12, BusyKnown: true}
	a.Space, a.Bytes, a.Expression, a.EncodedLanes, a.Addresses, a.Start.Line = space, size, fmt.Sprint("a[", apart, "]"), string(encoded), warp.Count{Worst: 32, Mean: 32}, 2
	return a
}

func written(t *testing.T, in *Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func input(text string, kernels ...inspect.DetailedKernel) *Input {
	return &Input{Version: "1", Table: &inspect.KernelTable[inspect.DetailedKernel]{Target: lint.Target{GPU: "sm_90"}, Kernels: kernels, Files: 1},
		Text: func(string) ([]byte, bool) { return []byte(text), true }}
}

// TestHostileSourcesAreEscaped: nothing of a source, a path or a finding becomes markup.
func TestHostileSourcesAreEscaped(t *testing.T) {
	const evil = "</table><script>alert(1)</script><img src=x onerror=alert(2)>\"'`&\u202e"
	k := kernelAt("a"+evil+".cu", "k"+evil, 50)
	k.Launch, k.Incomplete = evil, evil
	k.Costliest = &inspect.Costliest{Expression: evil}
	k.Accesses[0].Expression = evil
	in := input(evil+"\n"+evil+"\n"+evil+"\n", k)
	f := lint.Diagnostic{Rule: evil, Message: evil, Help: evil, Function: k.Name, Fixes: []fixes.Fix{{Title: evil, Edits: []fixes.Edit{{Path: k.Path, Start: 0, End: 9, Text: evil}, {Path: k.Path, Start: 5, End: 1 << 40}}}}}
	f.Path, f.Start.Line, f.Fingerprint = k.Path, 2, "1"
	other := f
	other.Function, other.Path, other.Fingerprint = "", evil, "2"
	in.Findings = []lint.Diagnostic{f, other}
	out := written(t, in)
	for _, bad := range []string{"<script", "<img", "\u202e", "src=x onerror=alert(2)>\""} {
		if strings.Contains(out, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if n := strings.Count(out, "&lt;script&gt;"); n < 12 {
		t.Errorf("%d texts are escaped", n)
	}
	if strings.Contains(out, "http:") || strings.Contains(out, "https:") {
		t.Error("the page names an address")
	}
}

// TestPageIsBounded: of thousands of kernels the page has a line, of the first hundred the source, and
// it says what is left out.
func TestPageIsBounded(t *testing.T) {
	var kernels []inspect.DetailedKernel
	for i := range maxRows + 5 {
		kernels = append(kernels, kernelAt(fmt.Sprintf("f%d.cu", i), fmt.Sprintf("kernel%d", i), i%100))
	}
	out := written(t, input(strings.Repeat(strings.Repeat("x", 5000)+"\n", 5), kernels...))
	if n := strings.Count(out, "<details"); n != maxDetails {
		t.Errorf("%d details", n)
	}
	if n := strings.Count(out, "<tr><td><a ") + strings.Count(out, "<tr><td>kernel"); n != maxRows {
		t.Errorf("%d lines", n)
	}
	if len(out) > 16<<20 {
		t.Errorf("%d bytes", len(out))
	}
	for _, want := range []string{"5 kernels that save less are left out", "the sources of 9905 kernels are left out"} {
		if !strings.Contains(out, want) {
			t.Errorf("the page does not say: %s", want)
		}
	}
	if first := strings.Index(out, "about 99 %"); first < 0 || first > strings.Index(out, "about 98 %") {
		t.Error("the largest saving is not first")
	}
}

// TestUnknownFigures: a kernel without figures has question marks and no bar.
func TestUnknownFigures(t *testing.T) {
	k := kernelAt("a.cu", "k", 0)
	k.Cost, k.SavingKnown, k.Incomplete = nil, false, "recursion is not followed"
	out := written(t, input("a\nb\nc\n", k))
	if strings.Contains(out, "<path") || !strings.Contains(out, `<td class="n none">?</td><td>?</td><td>?</td>`) || !strings.Contains(out, "recursion is not followed") {
		t.Error(out)
	}
}

// TestDrawings checks two drawings. In shared memory, lanes that are 128 bytes apart all use one
// bank. In global memory, lanes that read neighbouring floats use 4 sectors.
func TestDrawings(t *testing.T) {
	k := kernelAt("a.cu", "k", 0)
	list := drawings(&k)
	if len(list) != 2 {
		t.Fatalf("%d drawings", len(list))
	}
	shared, global := list[0], list[1]
	if len(shared.Targets) != 32 || shared.Targets[0].Load != 32 || !shared.Targets[0].Busy || shared.Targets[1].Load != 0 || len(shared.Lines) != 32 {
		t.Errorf("%+v", shared.Targets)
	}
	if len(global.Targets) != 4 || global.Targets[3].Load != 8 || global.Targets[3].Busy || global.Lines[31].To != global.Targets[3].Middle() {
		t.Errorf("%+v", global.Targets)
	}
}
