package gitignore

import (
	"strings"
	"testing"
)

// TestWildmatchIsNotExponential would not end in a lifetime if each star tried
// every split of the rest.
func TestWildmatchIsNotExponential(t *testing.T) {
	if wildmatch(strings.Repeat("a*", 40)+"b", strings.Repeat("a", 200)) {
		t.Error("matched without a b")
	}
}
