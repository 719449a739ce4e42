package engine_test

import (
	"fmt"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint/discover"
)

// generated returns n sources of about 20 KB each, of the usual kind: kernels,
// their launches and host code. One in eight has tables in constant memory; in
// public code it is one in ten.
func generated(n int) []discover.Input {
	var inputs []discover.Input
	for i := range n {
		every := 0
		if i%8 == 0 {
			every = 1
		}
		inputs = append(inputs, discover.Input{Path: fmt.Sprintf("f%03d.cu", i), Text: []byte(lsptest.Source(20<<10, every)), HasText: true})
	}
	return inputs
}

func size(inputs []discover.Input) (bytes int64) {
	for _, in := range inputs {
		bytes += int64(len(in.Text))
	}
	return bytes
}
