package codegen

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestOverload: functions of <cmath> that are called with floats are those of single precision.
func TestOverload(t *testing.T) {
	for _, c := range []struct {
		name  string
		class warp.NumberClass
		want  string
	}{{"exp", warp.Single, "expf"}, {"exp", warp.Double, "exp"}, {"expf", warp.Single, "expf"}, {"__expf", warp.Single, "__expf"}, {"sqrt", warp.Single, "sqrtf"}, {"abs", warp.Int32, "abs"}} {
		if got := overload(c.name, c.class); got != c.want {
			t.Errorf("%s of class %v: %s, want %s", c.name, c.class, got, c.want)
		}
	}
}
