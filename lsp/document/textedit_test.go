package document

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lsp/wire"
)

// clientEdits returns edits as the client of the tests reads them.
func clientEdits(t *testing.T, edits []lsp.TextEdit) (out []lsptest.TextEdit) {
	t.Helper()
	raw, err := json.Marshal(edits)
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestTextEdits(t *testing.T) {
	for _, c := range []struct {
		name, text string
		edits      []fixes.Edit
		want       string // the ranges and texts
	}{
		{"what stays is left out", "int a;\n", []fixes.Edit{{Start: 0, End: 6, Text: "int b;"}}, `1:5-1:6 "b"`},
		{"nothing", "int a;\n", []fixes.Edit{{Start: 0, End: 6, Text: "int a;"}}, ``},
		{"in units of the encoding", "ä𝛼b\n", []fixes.Edit{{Start: 6, End: 7, Text: "c"}}, `1:4-1:5 "c"`},
		{"not within a character", "é\n", []fixes.Edit{{Start: 1, End: 2, Text: "\xa8"}}, `1:1-1:2 "è"`},
		{"whole characters stay", "é\n", []fixes.Edit{{Start: 0, End: 2, Text: "è"}}, `1:1-1:2 "è"`},
		{"after a line end", "a\r\nb", []fixes.Edit{{Start: 2, End: 3, Text: "\nc\r\n"}}, `2:1-2:1 "c\r\n"`},
		{"not within a line end", "a\r\nb", []fixes.Edit{{Start: 2, End: 3, Text: "c"}}, `1:2-2:1 "\rc"`},
		{"line ends stay as they are", "a\r\n", []fixes.Edit{{Start: 0, End: 3, Text: "a\n"}}, `1:2-2:1 "\n"`},
		{"what touches is one", "ab\n", []fixes.Edit{{Start: 1, End: 2, Text: "c"}, {Start: 1, End: 1, Text: "x"}}, `1:2-1:3 "xc"`},
		{"the end of the text", "a", []fixes.Edit{{Start: 1, End: 1, Text: "\n"}}, `1:2-1:2 "\n"`},
		{"an empty text", "", []fixes.Edit{{Text: "a"}}, `1:1-1:1 "a"`},
	} {
		l := NewLines([]byte(c.text), LineStarts([]byte(c.text)), wire.UTF16)
		edits, err := Edits(&l, c.edits)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		var got []string
		for _, e := range clientEdits(t, edits) {
			text, _ := json.Marshal(e.NewText)
			got = append(got, e.Range.String()+" "+string(text))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	l := NewLines([]byte("abc"), LineStarts([]byte("abc")), wire.UTF8)
	for _, wrong := range [][]fixes.Edit{{{Start: 0, End: 4}}, {{Start: 2, End: 1}}, {{Start: 0, End: 2}, {Start: 1, End: 3}}, {{Start: -1, End: 1}}} {
		if got, err := Edits(&l, wrong); err == nil {
			t.Errorf("%v: %v", wrong, got)
		}
	}
}

// TestTextEditsAreApply: a client that applies them in any encoding has the text that
// fixes.Apply makes.
func TestTextEditsAreApply(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	pieces := []string{"a", "ab", "é", "𝛼", "\n", "\r\n", "\r\n", "}\n", " ", "\t"}
	text := func(n int) string {
		var b strings.Builder
		for range random.Intn(n + 1) {
			b.WriteString(pieces[random.Intn(len(pieces))])
		}
		return b.String()
	}
	for round := range 20000 {
		before := text(12)
		bounds := []int{}
		for i := range before {
			bounds = append(bounds, i)
		}
		bounds = append(bounds, len(before))
		var edits []fixes.Edit
		for k := 0; k < len(bounds); k += 1 + random.Intn(4) {
			end := min(len(bounds)-1, k+random.Intn(3))
			e := fixes.Edit{Start: bounds[k], End: bounds[end], Text: text(3)}
			if random.Intn(2) == 0 { // part of it stays
				e.Text = before[e.Start:e.End] + e.Text
			}
			edits = append(edits, e)
			k = end
		}
		want, err := fixes.Apply([]byte(before), edits)
		if err != nil {
			t.Fatal(err)
		}
		placed, err := fixes.Place([]byte(before), edits)
		if err != nil {
			t.Fatal(err)
		}
		for _, units := range []wire.PositionEncoding{wire.UTF8, wire.UTF16, wire.UTF32} {
			l := NewLines([]byte(before), LineStarts([]byte(before)), units)
			for name, edits := range map[string][]fixes.Edit{"edits": placed, "changes": fixes.Changes("a.cu", []byte(before), want)} {
				out, err := Edits(&l, edits)
				if err != nil {
					t.Fatalf("round %d: %q, %s %q: %v", round, before, name, edits, err)
				}
				got, err := lsptest.Apply(before, clientEdits(t, out), string(units))
				if err != nil || got != string(want) {
					t.Fatalf("round %d: %q, %s %q in %s give %q, %v; want %q", round, before, name, edits, units, got, err, want)
				}
			}
		}
	}
}
