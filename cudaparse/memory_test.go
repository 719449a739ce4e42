package cudaparse

import "testing"

// Free memory goes back after trimAfter bytes of text, and the count begins anew.
func TestTrimArenas(t *testing.T) {
	before := untrimmed.Swap(0)
	defer untrimmed.Store(before)
	for _, step := range []struct{ bytes, left int64 }{{trimAfter - 1, trimAfter - 1}, {1, 0}, {5, 5}, {2 * trimAfter, 0}} {
		trimArenas(int(step.bytes))
		if got := untrimmed.Load(); got != step.left {
			t.Errorf("after %d bytes %d are counted, want %d", step.bytes, got, step.left)
		}
	}
}
