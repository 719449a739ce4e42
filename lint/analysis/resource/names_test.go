package resource

import "testing"

// TestMattersOfNameless: what is left of a declaration may have no name.
func TestMattersOfNameless(t *testing.T) {
	f := &function{bits: map[string]int{"a": 0}}
	live := nameSet{1}
	for key, want := range map[string]bool{"g::'": false, "g1::a'": true, "a": true, "b": false, "": false} {
		if got := f.matters(live, key, &state{}); got != want {
			t.Errorf("matters(%q) is %v", key, got)
		}
	}
}
