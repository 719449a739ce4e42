package repair

import (
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestHostileTexts: no step takes more than linear time for a text in which the context of
// each token depends on all tokens before.
func TestHostileTexts(t *testing.T) {
	for _, part := range []string{"API ", "API\n", "A(1)\n", "{, ", "F({", "const friend "} {
		text := []byte("#define API __device__\n" + strings.Repeat(part, 200000/len(part)))
		all := []source.Span{{Start: 0, End: len(text)}}
		start := time.Now()
		v := NewView(text, all, nil)
		v.Expansions(true)
		for _, s := range append(append([]Step{Conditionals}, Certain...), Guesses...) {
			s.Find(v)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%q takes %v", part, took)
		}
	}
}
