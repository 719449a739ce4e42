package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/wording"
)

// kernelNamed returns a kernel with figures, launched at a line.
func kernelNamed(name string, launch string, saving int) inspect.Kernel {
	k := inspect.Kernel{Place: placeIn(kernelText, "by_thread"), Name: name, Launch: launch, Findings: 1, Saving: saving, SavingKnown: true}
	k.Block.Dim = [3]int{64, 1, 1}
	k.Cost = &price.Kernel{GPU: "sm_90", Product: "H100", Bound: "latency", BoundCycles: 12, Cycles: 12.5, Warps: 32, MostWarps: 64}
	for i := range k.Cost.Pipes {
		k.Cost.Pipes[i] = price.PipeCycles{Cycles: float64(i), Known: i != 3}
	}
	return k
}

func on(gpu string, kernels ...inspect.Kernel) *inspect.KernelTable[inspect.Kernel] {
	return &inspect.KernelTable[inspect.Kernel]{Target: lint.Target{GPU: gpu, CUDA: "13.0"}, Kernels: kernels, Files: 1}
}

// TestJoinKernels: a kernel that only one target compiles has no figures on the others, and two
// instances of a template at one launch stay apart.
func TestJoinKernels(t *testing.T) {
	a, b, c := kernelNamed("a", "a.cu:5", 10), kernelNamed("b", "a.cu:6", 20), kernelNamed("c", "a.cu:7", 30)
	joined := JoinKernels([]*inspect.KernelTable[inspect.Kernel]{on("sm_90", a, c, c), on("sm_80", b, c, c)})
	var got []string
	for _, r := range joined.Rows {
		text := r.first().Name
		for _, k := range r.On {
			text += map[bool]string{true: " +", false: " -"}[k != nil]
		}
		got = append(got, text)
	}
	if want := "a + -,b - +,c + +,c + +"; strings.Join(got, ",") != want {
		t.Errorf("%q, want %q", got, want)
	}
	unknown := kernelNamed("d", "a.cu:8", 0)
	unknown.SavingKnown, unknown.Cost = false, nil
	joined = JoinKernels([]*inspect.KernelTable[inspect.Kernel]{on("sm_90", a, b, unknown), on("sm_80", c)})
	joined.SortBySaving()
	order := ""
	for _, r := range joined.Rows {
		order += r.first().Name
	}
	if order != "cbad" {
		t.Errorf("sorted %s, want cbad", order)
	}
}

// TestKernelsHoldHostileTexts: names do not reach the terminal as they are, and an unknown figure is
// never 0.
func TestKernelsHoldHostileTexts(t *testing.T) {
	for name, text := range hostile {
		k := kernelNamed(text, "src/"+text+":5", 10)
		k.Path = "src/" + text
		k.Costliest = &inspect.Costliest{Place: k.Place, Expression: "a[" + text + "]", Cycles: 3}
		incomplete := k
		incomplete.Cost, incomplete.SavingKnown, incomplete.Incomplete, incomplete.Launch = nil, false, "it is too long", "z"
		joined := JoinKernels([]*inspect.KernelTable[inspect.Kernel]{on("sm_90", k, incomplete)})
		var b bytes.Buffer
		if err := WriteKernels(&b, "text", joined, Options{}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if at := strings.IndexFunc(b.String(), func(r rune) bool { return wording.Unprintable(r) && r != '\n' }); at >= 0 {
			t.Errorf("%s: %q", name, b.String()[at:])
		}
		if n := strings.Count(lines[2], " ?"); n != 12 || strings.Contains(lines[2], " 0 ") {
			t.Errorf("%s: %d unknown figures in %q", name, n, lines[2])
		}
		b.Reset()
		if err := WriteKernels(&b, "json", joined, Options{Version: "0.1.0"}); err != nil {
			t.Fatal(err)
		}
		validate(t, "kernels.schema.json", b.Bytes())
	}
}
