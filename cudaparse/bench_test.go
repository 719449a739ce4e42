package cudaparse

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/lsptest"
)

// benchmarkSource returns about 200 KB of source of the usual kind: kernels,
// launches and host code. With broken set, every tenth function needs a repair.
func benchmarkSource(broken bool) []byte {
	const specifier = "__device__ static float helper_"
	text := lsptest.Source(200<<10, 1)
	if !broken {
		return []byte(text)
	}
	parts := strings.Split(text, specifier)
	var b strings.Builder
	b.WriteString("#define DEV __device__ __forceinline__\n" + parts[0])
	for i, part := range parts[1:] {
		if i%10 == 0 {
			b.WriteString("DEV static float helper_" + part)
		} else {
			b.WriteString(specifier + part)
		}
	}
	return []byte(b.String())
}

// BenchmarkParser is the parser alone, without the copy of its tree.
func BenchmarkParser(b *testing.B) {
	text := benchmarkSource(false)
	b.SetBytes(int64(len(text)))
	for i := 0; i < b.N; i++ {
		parser := sitter.NewParser()
		parser.SetLanguage(grammar().language)
		tree, err := parser.ParseCtx(context.Background(), nil, text)
		if err != nil {
			b.Fatal(err)
		}
		tree.Close()
		parser.Close()
	}
}

// BenchmarkCopy is the copy alone: to be compared with BenchmarkParser.
func BenchmarkCopy(b *testing.B) {
	text := benchmarkSource(false)
	src := source.NewFile("t.cu", text)
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(grammar().language)
	tree, err := parser.ParseCtx(context.Background(), nil, text)
	if err != nil {
		b.Fatal(err)
	}
	defer tree.Close()
	root := tree.RootNode()
	b.SetBytes(int64(len(text)))
	b.ResetTimer()
	for i := 0; i < b.N; i++ {
		if _, err := flatCopy(root, src, false, nil, difference{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParse is Parse of a source without errors: parser and copy.
func BenchmarkParse(b *testing.B) { benchmarkParse(b, benchmarkSource(false)) }

// BenchmarkParseRepaired is Parse of a source that needs repairs.
func BenchmarkParseRepaired(b *testing.B) { benchmarkParse(b, benchmarkSource(true)) }

func benchmarkParse(b *testing.B, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for i := 0; i < b.N; i++ {
		f, err := Parse(context.Background(), source.NewFile("t.cu", text))
		if err != nil || len(f.Errors) > 0 {
			b.Fatal(err, f.Errors)
		}
	}
}

// BenchmarkParseParallel is Parse on all cores.
func BenchmarkParseParallel(b *testing.B) {
	text := benchmarkSource(false)
	b.SetBytes(int64(len(text)))
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := Parse(context.Background(), source.NewFile("t.cu", text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// typing returns the texts of a large source while two statements are typed into the
// body of a function in its middle, a character at a time, and deleted again.
func typing(text []byte) [][]byte {
	const typed = "  float value = in[i * 4 + threadIdx.x] * table_7[(i + 3) & 255];\n  if (value > 0) { sum += sqrtf(value); }\n"
	at := len(text) / 2
	at += bytes.Index(text[at:], []byte("  return sum >"))
	var texts [][]byte
	for n := range len(typed) {
		texts = append(texts, slices.Concat(text[:at], []byte(typed[:n]), text[at:]))
	}
	for n := len(typed) - 1; n > 0; n-- {
		texts = append(texts, texts[n-1])
	}
	return texts
}

// BenchmarkKeystroke is Incremental.Parse of a source of 5,000 lines in which somebody
// types: most of these texts have a syntax error.
func BenchmarkKeystroke(b *testing.B) { benchmarkKeystroke(b, benchmarkSource(false)) }

// BenchmarkKeystrokeRepaired is it for a source that needs repairs in many places.
func BenchmarkKeystrokeRepaired(b *testing.B) { benchmarkKeystroke(b, benchmarkSource(true)) }

func benchmarkKeystroke(b *testing.B, text []byte) {
	texts := typing(text)
	parse := func(p *Incremental, text []byte) time.Duration {
		start := time.Now()
		if _, err := p.Parse(context.Background(), source.NewFile("t.cu", text)); err != nil {
			b.Fatal(err)
		}
		return time.Since(start)
	}
	var fresh, keystrokes []time.Duration
	for range 5 {
		p := NewIncremental()
		fresh = append(fresh, parse(p, text))
		p.Close()
	}
	p := NewIncremental()
	defer p.Close()
	parse(p, text)
	b.ResetTimer()
	for i := range b.N {
		keystrokes = append(keystrokes, parse(p, texts[i%len(texts)]))
	}
	slices.Sort(fresh)
	slices.Sort(keystrokes)
	median, p99 := keystrokes[len(keystrokes)/2], keystrokes[len(keystrokes)*99/100]
	b.ReportMetric(median.Seconds()*1e3, "median-ms")
	b.ReportMetric(p99.Seconds()*1e3, "p99-ms")
	b.ReportMetric(float64(fresh[len(fresh)/2])/float64(median), "fresh/median")
}
