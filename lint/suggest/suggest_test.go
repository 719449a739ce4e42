package suggest

import "testing"

func TestClosest(t *testing.T) {
	known := []string{"gpu", "cuda", "select", "extend-select", "ignore", "include-dirs", "constant-divergent-index", "texture-object", "texture-reference", "constant-overflow"}
	for name, want := range map[string]string{
		"selct": "select", "extend_select": "extend-select", "ignored": "ignore", "gpus": "gpu", "include_dir": "include-dirs", "include": "include-dirs", "select-rules": "select", "cons": "", "texture": "", "constant": "", "constant-overflow-x": "constant-overflow", "selects": "select",
		"constant-divergnt-index": "constant-divergent-index", "zzz": "", "": "", "x": "", "severity": "",
	} {
		if got := Closest(name, known); got != want {
			t.Errorf("Closest(%q) = %q, want %q", name, got, want)
		}
	}
	if got := DidYouMean("selct", known); got != `: did you mean "select"?` {
		t.Errorf("DidYouMean: %q", got)
	}
	if got := DidYouMean("zzz", known); got != "" {
		t.Errorf("DidYouMean of nothing close: %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"kitten", "sitting", 3}, {"ab", "ba", 2}} {
		if got, back := Distance(c.a, c.b), Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("Distance(%q, %q) = %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}
