package lsp

import (
	"encoding/binary"
	"math/rand"
	"reflect"
	"strings"
	"testing"

	"github.com/sourcegraph/go-lsp"
)

// naiveOffset finds a position by going through the text.
func naiveOffset(e encoding, text string, p lsp.Position) int {
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

func naiveEdit(e encoding, text string, c contentChange) string {
	if c.Range == nil {
		return c.Text
	}
	start, end := naiveOffset(e, text, c.Range.Start), naiveOffset(e, text, c.Range.End)
	if end < start {
		start, end = end, start
	}
	return text[:start] + c.Text + text[end:]
}

func opened(text string, e encoding) *document {
	return newDocument(lsp.TextDocumentItem{URI: "file:///a.cu", LanguageID: "cuda-cpp", Version: 1, Text: text}, e)
}

// checkEdits compares what edits make of a text with the naive way, and the table of lines
// with one that is made anew.
func checkEdits(t *testing.T, e encoding, text string, changes []contentChange) {
	t.Helper()
	d := opened(text, e)
	before := string(d.text)
	after := d.edited(2, changes)
	want := text
	for _, c := range changes {
		want = naiveEdit(e, want, c)
	}
	if string(after.text) != want {
		t.Fatalf("%s: %q edited by %+v is %q, want %q", e, text, changes, after.text, want)
	}
	if starts := lineStarts([]byte(want)); !reflect.DeepEqual(after.starts, starts) {
		t.Fatalf("%s: %q edited by %+v has lines at %v, want %v", e, text, changes, after.starts, starts)
	}
	if string(d.text) != before || after.version != 2 || d.version != 1 {
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
		var changes []contentChange
		for n := r.Intn(5); n >= 0; n-- {
			c := contentChange{Text: randomText(r, 4)}
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
		var changes []contentChange
		for len(edits) >= 4 {
			at := binary.LittleEndian.Uint32(edits)
			edits = edits[4:]
			insert, rest, _ := strings.Cut(string(edits), "\x00")
			edits = []byte(rest)
			changes = append(changes, contentChange{Text: strings.ToValidUTF8(insert, "?"), Range: &lsp.Range{
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
	var changes []contentChange
	for i := range 5000 {
		at := lsp.Position{Line: i, Character: 0}
		changes = append(changes, contentChange{Range: &lsp.Range{Start: at, End: at}, Text: "  "})
	}
	d := opened(text, utf16Units).edited(2, changes)
	if want := strings.Repeat("  float x = 1.0f;\n", 5000); string(d.text) != want {
		t.Error("the edits are not all there")
	}
}

func TestDocumentsAreSnapshots(t *testing.T) {
	d := opened("a", utf8Units)
	one := documents{}.with(d)
	two := one.with(d.edited(2, []contentChange{{Text: "b"}}))
	three := two.without(d.uri)
	if string(one[d.uri].text) != "a" || string(two[d.uri].text) != "b" || len(three) != 0 || len(two) != 1 {
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
		d := newDocument(lsp.TextDocumentItem{URI: lsp.DocumentURI(c.uri), LanguageID: c.language}, utf8Units)
		if got := d.isCUDA(); got != c.want {
			t.Errorf("%s in %s: %t, want %t", c.uri, c.language, got, c.want)
		}
	}
}
