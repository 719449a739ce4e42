package source

import "testing"

func TestCached(t *testing.T) {
	type key string
	f := NewFile("a.cu", []byte("int texture;"))
	made := 0
	ask := func(k key) any {
		return f.Cached(k, func() any { made++; return string(k) + "!" })
	}
	if a, b, c := ask("a"), ask("b"), ask("a"); a != "a!" || b != "b!" || c != "a!" || made != 2 {
		t.Errorf("got %v, %v, %v, made %d times, want 2", a, b, c, made)
	}
	if !f.Contains("texture") || f.Contains("surface") || !f.Contains("texture") {
		t.Error("the text holds texture, and not surface")
	}
}
