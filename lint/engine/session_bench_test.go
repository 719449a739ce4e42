package engine_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// BenchmarkKeystroke is a session's part of what follows a keystroke in a file of 5,000
// lines: a statement is typed, a character at a time, in a kernel in the middle. "fresh-ms"
// is a run that knows nothing, over the same texts.
func BenchmarkKeystroke(b *testing.B) {
	for _, every := range []int{0, 8, 1} {
		b.Run(fmt.Sprintf("constant-tables=1in%d", every), func(b *testing.B) {
			text := lsptest.Source(195<<10, every)
			if n := strings.Count(text, "\n"); n < 4950 || n > 5150 {
				b.Fatalf("%d lines", n)
			}
			opts := engine.Options{Rules: rules.All(), Dir: b.TempDir()}
			inputs := []discover.Input{{Path: "a.cu"}}
			session := engine.NewSession(opts)
			defer session.Close()
			session.SetInputs(inputs)
			session.SetText("a.cu", []byte(text))
			start := time.Now()
			session.Check(context.Background())
			b.ReportMetric(ms(time.Since(start)), "open-ms")
			var took []float64
			findings := 0
			b.ResetTimer()
			for range b.N {
				at, statement := lsptest.Typing(text)
				for i := range statement {
					typed := []byte(text[:at] + statement[:i+1] + text[at:])
					start := time.Now()
					session.SetText("a.cu", typed)
					findings = len(session.CheckFile(context.Background(), "a.cu").Findings)
					took = append(took, ms(time.Since(start)))
				}
			}
			b.StopTimer()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(findings), "findings")
			b.ReportMetric(lsptest.Percentile(took, 50), "median-ms")
			b.ReportMetric(lsptest.Percentile(took, 99), "p99-ms")
			start = time.Now()
			inputs[0].Text, inputs[0].HasText = []byte(text), true
			engine.New(opts).Check(context.Background(), inputs)
			b.ReportMetric(ms(time.Since(start)), "fresh-ms")
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// BenchmarkKeystrokeInWorkspace is a session's part of what follows a keystroke in one of
// many files that include the same headers, as in a library of templates. The number of files
// does not matter. "above" types in front of the kernel, so that all places in the file move;
// one in ten files launches a kernel of another.
func BenchmarkKeystrokeInWorkspace(b *testing.B) {
	for _, sources := range []int{500, 2000} {
		for _, above := range []bool{false, true} {
			b.Run(fmt.Sprintf("sources=%d/above=%t", sources, above), func(b *testing.B) { benchmarkWorkspace(b, sources, above) })
		}
	}
}

func benchmarkWorkspace(b *testing.B, sources int, above bool) {
	const headers = 200
	dir := b.TempDir()
	write := func(name, text string) discover.Input {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
		return discover.Input{Path: name}
	}
	var all strings.Builder
	for i := range headers {
		fmt.Fprintf(&all, "#include \"h%d.cuh\"\n", i)
		write(fmt.Sprintf("h%d.cuh", i), fmt.Sprintf("#pragma once\n__device__ int f%d(int);\n", i))
	}
	write("all.cuh", all.String())
	var inputs []discover.Input
	kernel := func(i int) string {
		return fmt.Sprintf("#include \"all.cuh\"\n__global__ void k%d(int *o) {\n  o[threadIdx.x] = f%d(1);\n}\n", i, i%headers)
	}
	for i := range sources {
		text := kernel(i)
		if i%10 == 9 {
			text += fmt.Sprintf("__global__ void k%d(int *o);\nvoid run(int *o) { k%d<<<1, 64>>>(o); }\n", i-1, i-1)
		}
		inputs = append(inputs, write(fmt.Sprintf("a%d.cu", i), text))
	}
	session := engine.NewSession(engine.Options{Rules: rules.All(), Dir: dir})
	defer session.Close()
	session.SetInputs(inputs)
	session.Check(context.Background())
	runtime.GC()
	b.ResetTimer()
	start := cpuTime()
	for i := range b.N {
		before, after := "", "// "+strings.Repeat("x", i%50)
		if above {
			before, after = after+"\n", ""
		}
		session.SetText("a0.cu", []byte(before+kernel(0)+after))
		session.CheckFile(context.Background(), "a0.cu")
	}
	b.ReportMetric(ms(cpuTime()-start)/float64(b.N), "cpu-ms/op")
}
