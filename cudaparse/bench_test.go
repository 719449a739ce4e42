package cudaparse

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// benchmarkSource returns about 200 KB of source of the usual kind: kernels,
// launches and host code. With broken set, every tenth function needs a repair.
func benchmarkSource(broken bool) []byte {
	var b strings.Builder
	b.WriteString("#include <cuda_runtime.h>\n#define CHECK(x) do { x; } while (0)\n#define DEV __device__ __forceinline__\n\n")
	for i := 0; b.Len() < 200<<10; i++ {
		specifier := "__device__ static"
		if broken && i%10 == 0 {
			specifier = "DEV static"
		}
		fmt.Fprintf(&b, `// Step %[1]d of the computation: a table in constant memory and its users.
__constant__ float table_%[1]d[256];

%[2]s float helper_%[1]d(const float *__restrict__ in, int i, float scale) {
  float sum = 0.0f;
  #pragma unroll 4
  for (int k = 0; k < 16; ++k) {
    sum += in[i * 16 + k] * table_%[1]d[(i + k) & 255] + scale;
  }
  return sum > 1.0f ? sqrtf(sum) : -sum;
}

template <typename T, int N>
__global__ void __launch_bounds__(256) kernel_%[1]d(T *__restrict__ out, const T *__restrict__ in, int n) {
  __shared__ T tile[N][33];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.y == 0) {
    tile[threadIdx.x / 32][threadIdx.x %% 32] = in[i];
    __syncthreads();
    out[i] = helper_%[1]d(in, i, 0.5f) + static_cast<T>(tile[0][i & 31]); /* one result a thread */
  }
}

void run_%[1]d(std::vector<float> &host, cudaStream_t stream) {
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, host.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, host.size() * sizeof(float)));
  dim3 grid((host.size() + 255) / 256), block(256);
  kernel_%[1]d<float, 8><<<grid, block, 0, stream>>>(out, in, static_cast<int>(host.size()));
  CHECK(cudaMemcpyAsync(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
  printf("step %[1]d: %%f\n", host[0]);
}

`, i, specifier)
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
		if _, err := copyFrom(root, src, false, nil, difference{}); err != nil {
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
