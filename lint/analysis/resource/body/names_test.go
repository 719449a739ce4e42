package body

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// TestMattersOfNameless: what is left of a declaration may have no name.
func TestMattersOfNameless(t *testing.T) {
	f := &Function{bits: map[string]int{"a": 0}}
	live := NameSet{1}
	for key, want := range map[string]bool{"g::'": false, "g1::a'": true, "a": true, "b": false, "": false} {
		if got := f.matters(live, key, &state.State{}); got != want {
			t.Errorf("matters(%q) is %v", key, got)
		}
	}
}
