package machine_test

import (
	"fmt"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestChoices: where data selects between addresses, the figures are those of the addresses
// that each lane can have.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       string // sectors: least to most, and the mean
	}{
		// A lane's own element or the next one: the four sectors of the row, and the fifth where
		// the last lane takes the next one, every other time.
		{"neighbours", "out[i] = in[a[i] < 8 ? i : i + 1];", "4-5 4.5"},
		{"neighbours, by a branch", "int k = i; if (a[i] < 8) k = i + 1; out[i] = in[k];", "4-5 4.5"},
		{"neighbours, by pointers", "const float *p = a[i] < 8 ? in + i : in + i + 1; out[i] = *p;", "4-5 4.5"},
		// Eight lanes have each sector of the row but the first, which someone has for certain
		// where lane 0 is in it either way: 1 + 3 * (1 - 1/256).
		{"a row or its start", "out[i] = in[a[i] < 8 ? i : 0];", "1-4 3.988"},
		// Two rows of four sectors, each of which eight lanes miss once in 256 times.
		{"two rows", "out[i] = in[a[i] < 8 ? i : i + 1024];", "1-8 7.969"},
		{"two places", "out[i] = in[a[i] < 8 ? 8 : 1024];", "1-2 2"},
		{"two by two places", "out[i] = in[(a[i] < 8) + 64 * (b[i] < 8)];", "1-2 2"},
		{"one of three places", "out[i] = in[a[i] < 8 ? 64 : b[i] < 8 ? 0 : 128];", "1-3 3"},
		// Two rows at a distance that is not known: at most as many sectors as two pieces of 128
		// bytes can have together, wherever they lie.
		{"rows at an unknown distance", "out[i] = in[a[i] < 8 ? i : i + n];", "1-11 11"},
		// Half a row at an element that data says: 2 sectors in one of 8 places, else 3; so twice,
		// or both are at one place.
		{"half a row each", "out[i] = in[a[i / 16] + i];", "2-6 5.75"},
		{"a row", "out[i] = in[a[0] + i];", "0-5 4.875"},
		// Of two rows, all lanes have one or the other; exact figures have no range.
		{"no lanes apart", "out[i] = in[a[0] < 8 ? i : i + 8];", "0-4 4"},
	} {
		text := "__global__ void kernel(float *out, const float *in, const int *a, const int *b, int n) { int i = threadIdx.x; " + c.body +
			" }\nvoid run(float *out, float *in, int *a, int *b, int n) { kernel<<<1, 32>>>(out, in, a, b, n); }\n"
		got := ""
		for _, a := range analyzeText(t, text).Accesses {
			if a.Kind == warp.Load && a.Object == "in" {
				got = fmt.Sprintf("%d-%d %.4g", max(a.Ranges.Sectors.Least, 0), a.Sectors.Worst, a.Sectors.Mean)
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
