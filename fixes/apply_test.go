package fixes

import (
	"bytes"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestApply(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		edits []Edit
		want  string
	}{
		"none":                      {"a\n", nil, "a\n"},
		"replace, insert, delete":   {"abcdef\n", []Edit{{Start: 4, End: 5}, {Start: 1, End: 3, Text: "XYZ"}, {Text: "<"}}, "<aXYZdf\n"},
		"touching":                  {"abcd", []Edit{{Start: 2, End: 4, Text: "2"}, {Start: 0, End: 2, Text: "1"}, {Start: 2, End: 2, Text: "|"}, {Start: 4, End: 4, Text: "$"}}, "1|2$"},
		"empty file":                {"", []Edit{{Text: "a\nb\n"}}, "a\nb\n"},
		"line ends of the file":     {"a\r\nb\r\n", []Edit{{Start: 3, End: 4, Text: "x\ny\r\nz"}}, "a\r\nx\r\ny\r\nz\r\n"},
		"at the end of a CRLF file": {"a\r\n", []Edit{{Start: 3, End: 3, Text: "b\n"}}, "a\r\nb\r\n"},
		"last line without an end":  {"a\r\nb", []Edit{{Start: 4, End: 4, Text: "\nc"}}, "a\r\nb\r\nc"},
		"mixed, at a LF line":       {"a\r\nb\nc\r\n", []Edit{{Start: 3, End: 4, Text: "x\ny"}}, "a\r\nx\ny\nc\r\n"},
		"between CR and LF":         {"a\r\n", []Edit{{Start: 2, End: 3, Text: "\n"}}, "a\r\n"},
		"final newline taken":       {"a\nb\n", []Edit{{Start: 3, End: 4}}, "a\nb"},
		"none added":                {"a\nb", []Edit{{Start: 2, End: 3, Text: "c"}}, "a\nc"},
		"not on a character":        {"é", []Edit{{Start: 1, End: 2, Text: "\xa8"}}, "è"},
	} {
		given := []byte(c.text)
		edits := slices.Clone(c.edits)
		got, err := Apply(given, edits)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
		if string(given) != c.text || !slices.Equal(edits, c.edits) {
			t.Errorf("%s: changed its arguments", name)
		}
	}
}

func TestPlace(t *testing.T) {
	text := []byte("a\r\nb\nc")
	got, err := Place(text, []Edit{{Start: 3, End: 4, Text: "x\ny"}, {Start: 0, End: 0, Text: "n\n"}})
	want := []Edit{{Start: 0, End: 0, Text: "n\r\n"}, {Start: 3, End: 4, Text: "x\ny"}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := Place(text, []Edit{{Start: 0, End: 9}}); err == nil {
		t.Error("an edit outside the text is placed")
	}
}

func TestApplyRefuses(t *testing.T) {
	for want, edits := range map[string][]Edit{
		"a.cu: bytes 2 to 5 is outside the file of 4 bytes":           {{"a.cu", 2, 5, ""}},
		"a.cu: bytes -1 to 1 is outside":                              {{"a.cu", -1, 1, ""}},
		"a.cu: bytes 3 to 2 is outside":                               {{"a.cu", 3, 2, ""}},
		"a.cu: bytes 1 to 3 conflicts with that of bytes 0 to 2":      {{"a.cu", 1, 3, ""}, {"a.cu", 0, 2, ""}},
		"a.cu: bytes 1 to 1 conflicts with that of bytes 0 to 2":      {{"a.cu", 1, 1, "x"}, {"a.cu", 0, 2, ""}},
		"a.cu: bytes 1 to 1 conflicts with that of bytes 1 to 1":      {{"a.cu", 1, 1, "x"}, {"a.cu", 1, 1, "y"}},
		"edits of two files at once: a.cu and b.cu":                   {{"a.cu", 0, 1, ""}, {"b.cu", 2, 3, ""}},
		"a.cu: bytes 4 to 9223372036854775807 is outside the file of": {{"a.cu", 4, 1<<63 - 1, ""}},
	} {
		got, err := Apply([]byte("abcd"), edits)
		if err == nil || got != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %q, %v, want %s", edits, got, err, want)
		}
	}
}

// pieces are what random texts are made of.
var pieces = []string{"a", "b", "é", "\xff", "\n", "\n", "\r\n", "\r\n", "\r", "line\n", "line\r\n", "}\n", ""}

func randomText(r *rand.Rand, n int) string {
	var b strings.Builder
	for range r.Intn(n + 1) {
		b.WriteString(pieces[r.Intn(len(pieces))])
	}
	return b.String()
}

// randomEdits returns edits of a text of n bytes that do not conflict, in
// order.
func randomEdits(r *rand.Rand, n int) []Edit {
	var edits []Edit
	for at := 0; at <= n; at += r.Intn(6) {
		e := Edit{Path: "a.cu", Start: at, End: min(n, at+r.Intn(4)), Text: randomText(r, 4)}
		edits = append(edits, e)
		at = e.End + 1
		if e.End > e.Start && r.Intn(2) == 0 {
			at = e.End
		}
	}
	return edits
}

var bareNewline = regexp.MustCompile(`(^|[^\r])\n`)

// naiveApply makes the edits one by one from the last to the first, which
// needs no book-keeping of offsets.
func naiveApply(text string, edits []Edit) string {
	out := text
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		s := e.Text
		rest, _, ended := strings.Cut(text[e.Start:], "\n")
		line := text[:e.Start] + rest
		if !ended {
			line = text[:max(0, strings.LastIndex(text[:e.Start], "\n"))]
		}
		if strings.HasSuffix(line, "\r") {
			for bareNewline.MatchString(s) {
				s = bareNewline.ReplaceAllString(s, "$1\r\n")
			}
		}
		out = out[:e.Start] + s + out[e.End:]
	}
	return out
}

func TestApplyIsNaiveApply(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 20000 {
		text := randomText(r, 20)
		edits := randomEdits(r, len(text))
		// What \n after the \r of the file means is in TestApply; the naive
		// way does not know it.
		if slices.ContainsFunc(edits, func(e Edit) bool {
			return strings.HasPrefix(e.Text, "\n") && strings.Contains(text+edits[0].Text, "\r")
		}) || slices.ContainsFunc(edits, func(e Edit) bool { return strings.HasSuffix(e.Text, "\r") }) {
			continue
		}
		want := naiveApply(text, edits)
		r.Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
		if got, err := Apply([]byte(text), edits); err != nil || string(got) != want {
			t.Fatalf("Apply(%q, %v)\n got %q, %v\nwant %q", text, edits, got, err, want)
		}
	}
}

// FuzzApply gives two edits with any ranges: Apply refuses them if they are
// wrong and else keeps every byte outside them.
func FuzzApply(f *testing.F) {
	f.Add("a\r\nb\n", 0, 1, "x\n", 3, 4, "y")
	f.Add("abc", 1, 1, "x", 1, 1, "y")
	f.Add("abc", 2, 9, "", -1, 0, "")
	f.Fuzz(func(t *testing.T, text string, s1, e1 int, t1 string, s2, e2 int, t2 string) {
		if s1 > s2 {
			s1, e1, t1, s2, e2, t2 = s2, e2, t2, s1, e1, t1
		}
		got, err := Apply([]byte(text), []Edit{{"", s1, e1, t1}, {"", s2, e2, t2}})
		if s1 < 0 || e1 < s1 || e2 < s2 || max(e1, e2) > len(text) {
			if err == nil {
				t.Fatal("range outside the text accepted")
			}
			return
		}
		apart := e1 <= s2 && (s1 < s2 || e1 < e2) || s1 == s2 && s2 == e2 && e1 > s1
		if apart != (err == nil) {
			t.Fatalf("apart: %v, error: %v", apart, err)
		}
		if err != nil {
			return
		}
		if s1 == s2 && e2 < e1 {
			e1, t1, e2, t2 = e2, t2, e1, t1
		}
		bare := func(s string) string { return strings.ReplaceAll(s, "\r", "") }
		if want := bare(text[:s1] + t1 + text[e1:s2] + t2 + text[e2:]); bare(string(got)) != want {
			t.Fatalf("%q, want %q up to \\r", got, want)
		}
		if !bytes.HasPrefix(got, []byte(text[:s1])) || !bytes.HasSuffix(got, []byte(text[e2:])) {
			t.Fatalf("%q does not keep %q and %q", got, text[:s1], text[e2:])
		}
	})
}
