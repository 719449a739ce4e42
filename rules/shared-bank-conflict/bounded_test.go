package sharedbankconflict_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	sharedbankconflict "github.com/cudalint/cudalint/rules/shared-bank-conflict"
)

// parsed returns how many texts the parser gets for a source with headers, and the findings.
func parsed(headers []string, body string) (n int, found []lint.Diagnostic) {
	opts := engine.Options{Rules: []*lint.Rule{sharedbankconflict.Rule}, Jobs: 1, Texts: map[string][]byte{}}
	var text strings.Builder
	for i, header := range headers {
		name := fmt.Sprintf("h%d.cuh", i)
		opts.Texts[name] = []byte(header)
		fmt.Fprintf(&text, "#include %q\n", name)
	}
	opts.Texts["a.cu"] = []byte(text.String() + body)
	var count atomic.Int64
	observe := func(*source.File, int, bool) { count.Add(1) }
	cudaparse.ParseObserver.Store(&observe)
	defer cudaparse.ParseObserver.Store(nil)
	found = engine.New(opts).Check(context.Background(), []discover.Input{{Path: "a.cu"}}).Findings
	return int(count.Load()), found
}

// conflicting returns a kernel with an array that no padding of up to half a row mends: the sixteen
// lanes of a row and the two rows of a warp meet.
func conflicting(i int) string {
	return fmt.Sprintf("__global__ void k%d(float *out, const float *in) { __shared__ float tile%d[18][18]; for (int k = 0; k < 99; k++) { __syncthreads(); tile%d[threadIdx.y + 1][threadIdx.x + 1] = in[k]; } }\n", i, i, i)
}

// TestPaddingIsBounded: a unit with many headers and many arrays with conflicts parses few texts
// again, wherever the arrays are. Texts are counted, not time.
func TestPaddingIsBounded(t *testing.T) {
	const files, arrays, most = 40, 30, 64
	for _, where := range []string{"source", "headers"} {
		t.Run(where, func(t *testing.T) {
			headers := make([]string, files)
			body := "void run(float *p) {"
			for i := range headers {
				headers[i] = fmt.Sprintf("#pragma once\n__device__ inline int f%d(int x) { return x + %d; }\n", i, i)
			}
			for i := range arrays {
				body += fmt.Sprintf(" k%d<<<4096, dim3(16, 16)>>>(p, p);", i)
			}
			body += " }\n"
			for i := range arrays {
				if where == "headers" {
					headers[i] += conflicting(i)
				} else {
					body = conflicting(i) + body
				}
			}
			n, found := parsed(headers, body)
			if len(found) != arrays {
				t.Fatalf("%d findings for %d arrays", len(found), arrays)
			}
			if least := files + 1; n <= least || n > least+most {
				t.Errorf("%d texts are parsed, of %d files", n, least)
			}
			said := 0
			for _, d := range found {
				if len(d.Fixes) == 1 && strings.Contains(d.Fixes[0].Title, "too many files or kernels") {
					said++
				}
			}
			if said == 0 {
				t.Error("no finding says that the bound was reached")
			}
		})
	}
}
