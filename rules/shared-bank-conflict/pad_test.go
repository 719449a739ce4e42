package sharedbankconflict

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Lanes that access neighbouring elements of 32 bytes are not told to access neighbouring elements.
func TestHelpOfWideElements(t *testing.T) {
	c := &checker{}
	tests := []struct {
		bytes, stride int64
		help          string
	}{
		{32, 32, "lanes access neighbouring elements of s, but an element of 32 bytes takes several instructions"},
		{32, 64, "let the lanes of a warp use different banks"},
		{4, 4, "let the lanes of a warp use different banks"},
	}
	for _, test := range tests {
		a := &warp.Access{Object: "s", Bytes: test.bytes, Stride: test.stride}
		if got := c.findRemedy(nil, a).help; !strings.HasPrefix(got, test.help) {
			t.Errorf("%d bytes, %d apart: %s", test.bytes, test.stride, got)
		}
	}
}
