package preproc

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// Whatever is replaced, what is read around it gives the tokens of the whole text.
func TestRelexRandom(t *testing.T) {
	pieces := []string{"a", "int ", "R\"(", ")\"", "\"", "'", "/*", "*/", "//", "\n", "\\\n", "#define X 1\n", "#", " ", "1'0", "1.5e", "+", "<<<", "{", "}", "u8", "x::y", "->", "\xef\xbb\xbf"}
	random := rand.New(rand.NewSource(1))
	relexed := 0
	for range 20000 {
		var text []byte
		for range 1 + random.Intn(30) {
			text = append(text, pieces[random.Intn(len(pieces))]...)
		}
		old := Lex(text, Lines)
		var spans []source.Span
		for at := 0; len(spans) < 4; {
			start := at + random.Intn(len(text))
			end := min(start+random.Intn(6), len(text))
			if start >= len(text) {
				break
			}
			spans, at = append(spans, source.Span{Start: start, End: end}), end
		}
		edited := slices.Clone(text)
		for _, s := range spans {
			for i := s.Start; i < s.End; i++ {
				piece := pieces[random.Intn(len(pieces))]
				edited[i] = piece[random.Intn(len(piece))]
			}
		}
		if len(spans) > 0 {
			relexed++
		}
		if got, want := Relex(edited, old, spans), Lex(edited, Lines); !slices.Equal(got, want) {
			t.Fatalf("%q\nedited at %v to\n%q\ngot  %v\nwant %v", text, spans, edited, got, want)
		}
	}
	if relexed < 10000 {
		t.Errorf("only %d texts were edited", relexed)
	}
}

// Most of a text is not read again.
func BenchmarkRelex(b *testing.B) {
	var text []byte
	for range 100000 {
		text = append(text, "int a = f(1, \"b\");\n"...)
	}
	old := Lex(text, Lines)
	spans := []source.Span{{Start: 500, End: 503}, {Start: len(text) / 2, End: len(text)/2 + 3}}
	for b.Loop() {
		Relex(text, old, spans)
	}
}
