package localarraydynamicindex_test

import (
	"context"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	localarraydynamicindex "github.com/cudalint/cudalint/rules/local-array-dynamic-index"
)

// The help fits the array: what it holds, and how large it is.
func TestHelp(t *testing.T) {
	const use = " for (int j = 0; j < 500; j++) sum += a[in[j + threadIdx.x] & 15]; out[threadIdx.x] = sum;"
	const fill = " for (int j = 0; j < 500; j++) a[in[j] & 4095] = j;" + use
	tests := []struct{ name, body, help string }{
		{"table", "const unsigned char a[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};" + use, "a has the same numbers for all threads: declare it static"},
		{"text", "const unsigned char a[] = \"0123456789abcdef\";" + use, "one copy for each block in shared memory (17 bytes)"},
		{"numbers of the thread", "const unsigned char a[16] = {1, 2, 3, in[0], 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};" + use, "select the element in an unrolled loop over all 16"},
		{"too large", "int a[4096];" + fill, "let the threads of a block share one array, or make it smaller: the arrays of one warp (524288 bytes) do not fit into shared memory"},
		{"large", "int a[256];" + strings.ReplaceAll(fill, "4095", "255"), "keep it in shared memory with fewer threads per block (262144 bytes for 256 threads)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			source := "__global__ void k(int *out, const unsigned char *in) { int sum = 0; " + test.body + " }\nvoid run(int *p, unsigned char *q) { k<<<4096, 256>>>(p, q); }\n"
			opts := engine.Options{Rules: []*lint.Rule{localarraydynamicindex.Rule}, Jobs: 1, Texts: map[string][]byte{"a.cu": []byte(source)}}
			found := engine.New(opts).Check(context.Background(), []discover.Input{{Path: "a.cu"}}).Findings
			if len(found) != 1 || !strings.Contains(found[0].Help, test.help) {
				t.Errorf("found %+v", found)
			}
		})
	}
}
