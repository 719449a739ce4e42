package document

import (
	"encoding/binary"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/wire"
)

// naiveOffset finds a position by going through the text.
func naiveOffset(e wire.PositionEncoding, text string, p lsp.Position) int {
	if p.Line < 0 {
		return 0
	}
	offset, line := 0, 0
	for ; line < p.Line; line++ {
		i := strings.IndexAny(text[offset:], "\r\n")
		if i < 0 {
			return len(text)
		}
		offset += i + 1
		if text[offset-1] == '\r' && strings.HasPrefix(text[offset:], "\n") {
			offset++
		}
	}
	units := 0
	for _, c := range text[offset:] {
		units += naiveUnits(e, string(c))
		if c == '\r' || c == '\n' || units > p.Character {
			break
		}
		offset += len(string(c))
	}
	return offset
}

func naiveEdit(e wire.PositionEncoding, text string, c wire.ContentChange) string {
	if c.Range == nil {
		return c.Text
	}
	start, end := naiveOffset(e, text, c.Range.Start), naiveOffset(e, text, c.Range.End)
	if end < start {
		start, end = end, start
	}
	return text[:start] + c.Text + text[end:]
}

func opened(text string, e wire.PositionEncoding) *Document {
	return NewDocument(lsp.TextDocumentItem{URI: "file:///a.cu", LanguageID: "cuda-cpp", Version: 1, Text: text}, e)
}

// checkEdits compares what edits make of a text with the naive way, and the table of lines
// with one that is made anew.
func checkEdits(t *testing.T, e wire.PositionEncoding, text string, changes []wire.ContentChange) {
	t.Helper()
	d := opened(text, e)
	before := string(d.Text)
	after := d.Edited(2, changes)
	want := text
	for _, c := range changes {
		want = naiveEdit(e, want, c)
	}
	if string(after.Text) != want {
		t.Fatalf("%s: %q edited by %+v is %q, want %q", e, text, changes, after.Text, want)
	}
	if starts := LineStarts([]byte(want)); !reflect.DeepEqual(after.Starts, starts) {
		t.Fatalf("%s: %q edited by %+v has lines at %v, want %v", e, text, changes, after.Starts, starts)
	}
	if string(d.Text) != before || after.Version != 2 || d.Version != 1 {
		t.Fatalf("an edit has changed the version before")
	}
}

func randomPosition(r *rand.Rand) lsp.Position {
	return lsp.Position{Line: r.Intn(12) - 1, Character: r.Intn(12) - 1}
}

func TestEditsAgreeWithTheNaiveWay(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 3000 {
		text := randomText(r, 30)
		var changes []wire.ContentChange
		for n := r.Intn(5); n >= 0; n-- {
			c := wire.ContentChange{Text: randomText(r, 4)}
			if r.Intn(10) > 0 {
				c.Range = &lsp.Range{Start: randomPosition(r), End: randomPosition(r)}
			}
			changes = append(changes, c)
		}
		checkEdits(t, encodings[r.Intn(3)], text, changes)
	}
}

// FuzzEdits applies edits to a text: each is made of four small numbers, which are its
// range, and a text up to the next zero byte.
func FuzzEdits(f *testing.F) {
	f.Add("a\r\nb\rc\n", []byte{0, 1, 1, 0, 'x', '\r', 0, 0, 2, 0, 2, '\n', 0}, byte(0))
	f.Add("𝄞é", []byte{0, 1, 0, 2, 0}, byte(1))
	f.Fuzz(func(t *testing.T, text string, edits []byte, which byte) {
		if len(text) > 1<<12 || len(edits) > 1<<10 {
			return
		}
		text = strings.ToValidUTF8(text, "?") // as JSON is read
		var changes []wire.ContentChange
		for len(edits) >= 4 {
			at := binary.LittleEndian.Uint32(edits)
			edits = edits[4:]
			insert, rest, _ := strings.Cut(string(edits), "\x00")
			edits = []byte(rest)
			changes = append(changes, wire.ContentChange{Text: strings.ToValidUTF8(insert, "?"), Range: &lsp.Range{
				Start: lsp.Position{Line: int(at & 0xff), Character: int(at >> 8 & 0xff)},
				End:   lsp.Position{Line: int(at >> 16 & 0xff), Character: int(at >> 24)},
			}})
		}
		checkEdits(t, encodings[int(which)%len(encodings)], text, changes)
	})
}

// TestManyEditsInOneMessage is what a formatter sends: it must not take a pass over the
// whole text for the table of lines each.
func TestManyEditsInOneMessage(t *testing.T) {
	text := strings.Repeat("float x = 1.0f;\n", 5000)
	var changes []wire.ContentChange
	for i := range 5000 {
		at := lsp.Position{Line: i, Character: 0}
		changes = append(changes, wire.ContentChange{Range: &lsp.Range{Start: at, End: at}, Text: "  "})
	}
	d := opened(text, wire.UTF16).Edited(2, changes)
	if want := strings.Repeat("  float x = 1.0f;\n", 5000); string(d.Text) != want {
		t.Error("the edits are not all there")
	}
}

func TestDocumentsAreSnapshots(t *testing.T) {
	d := opened("a", wire.UTF8)
	one := Set{}.With(d)
	two := one.With(d.Edited(2, []wire.ContentChange{{Text: "b"}}))
	three := two.Without(d.Uri)
	if string(one[d.Uri].Text) != "a" || string(two[d.Uri].Text) != "b" || len(three) != 0 || len(two) != 1 {
		t.Error("a set of documents changes with the next")
	}
}

func TestIsCUDA(t *testing.T) {
	for _, c := range []struct {
		uri, language string
		want          bool
	}{
		{"file:///x/a.cu", "plaintext", true}, {"file:///x/a.h", "cpp", false}, {"file:///x/a.h", "cuda-cpp", true},
		{"untitled:Untitled-1", "cuda-cpp", true}, {"untitled:Untitled-1", "cuda", true}, {"untitled:x.cuh", "c", true}, {"untitled:x", "cpp", false},
	} {
		d := NewDocument(lsp.TextDocumentItem{URI: lsp.DocumentURI(c.uri), LanguageID: c.language}, wire.UTF8)
		if got := d.IsCUDA(); got != c.want {
			t.Errorf("%s in %s: %t, want %t", c.uri, c.language, got, c.want)
		}
	}
}
