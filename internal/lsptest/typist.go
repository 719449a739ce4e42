package lsptest

import (
	"math/rand"
	"regexp"
	"strings"
	"unicode/utf8"
)

// A Typist makes random edits of CUDA sources: the kinds that people make, and some of their
// mistakes. The same random numbers give the same edits.
type Typist struct {
	Rand *rand.Rand
	// Clipboard are texts from which lines are pasted, besides the text that is edited.
	Clipboard []string
	undo      []string
	rest      string // of a statement that is being typed
	at        int
}

// An Edit replaces bytes Start to End of a text.
type Edit struct {
	Start, End int
	Text, Kind string
}

// Apply returns the text after the edit.
func (e Edit) Apply(text string) string { return text[:e.Start] + e.Text + text[e.End:] }

const characters = " \n;{}()[]<>*&/\"'#,.x0_"

var statements = []string{
	"float x = t[threadIdx.x];\n", "if (threadIdx.x < 16) return;\n", "out[threadIdx.x] = 0;\n", "__syncthreads();\n",
	"for (int i = 0; i < 32; ++i) {\n", "}\n", "__constant__ float extra[1024];\n", "#define N 32\n", "#if 0\n", "#endif\n", "#else\n",
	"cudaDestroyTextureObject(tex);\n", "cudaTextureObject_t more; cudaCreateTextureObject(&more, &r, &d, NULL);\n",
	"texture<float, 1> ref;\n", "k<<<1, 64>>>(out);\n", "template <typename T> ", "// NOLINT\n", "// NOLINTNEXTLINE\n", "/* ", " */", "namespace n {\n",
	"__global__ void more(float *p) { p[threadIdx.x] = 1; }\n", "return;\n", "const ", "__restrict__ ", "static ", "\"", "'", "\\\n", "(", ")", "<", ";\n",
	"#include \"table.cuh\"\n", "int größe = 1; // Größe in Ω 𝛼\n", "\t", "\r\n", "\x00",
}

var (
	wordPattern   = regexp.MustCompile(`[A-Za-z_]\w*`)
	numberPattern = regexp.MustCompile(`\b\d+\b`)
)

// Next returns the next edit of a text.
func (t *Typist) Next(text string) Edit {
	if t.rest != "" && t.at <= len(text) {
		// On with the statement, a character at a time.
		return t.typed("type")
	}
	t.rest = ""
	e := t.edit(text)
	for !atRune(text, e.Start) {
		e.Start--
	}
	for !atRune(text, e.End) {
		e.End++
	}
	if e.Kind != "undo" {
		t.undo = append(t.undo, text)
	}
	return e
}

func (t *Typist) edit(text string) Edit {
	switch t.Rand.Intn(12) {
	case 0: // a character goes
		if i := t.Rand.Intn(len(text) + 1); i < len(text) {
			return Edit{i, i + 1, "", "delete a character"}
		}
	case 1: // one comes
		i := t.Rand.Intn(len(text) + 1)
		return Edit{i, i, string(characters[t.Rand.Intn(len(characters))]), "insert a character"}
	case 2, 3: // a statement at the start of a line
		i := t.lineStart(text)
		return Edit{i, i, t.statement(), "insert a statement"}
	case 4: // a statement begins, and is typed from here on
		t.at, t.rest = t.lineStart(text), t.statement()
		return t.typed("begin to type")
	case 5: // lines go
		start, end := t.lines(text)
		return Edit{start, end, "", "delete lines"}
	case 6: // lines of this or another text are pasted
		from := text
		if n := t.Rand.Intn(len(t.Clipboard) + 1); n < len(t.Clipboard) {
			from = t.Clipboard[n]
		}
		start, end := t.lines(from)
		i := t.lineStart(text)
		return Edit{i, i, from[start:end], "paste"}
	case 7: // a word becomes another one of the text
		if words := wordPattern.FindAllStringIndex(text, -1); len(words) > 0 {
			a, b := words[t.Rand.Intn(len(words))], words[t.Rand.Intn(len(words))]
			return Edit{a[0], a[1], text[b[0]:b[1]], "replace a word"}
		}
	case 8: // a number changes
		if numbers := numberPattern.FindAllStringIndex(text, -1); len(numbers) > 0 {
			a := numbers[t.Rand.Intn(len(numbers))]
			return Edit{a[0], a[1], []string{"0", "1", "7", "32", "64", "256", "4096"}[t.Rand.Intn(7)], "change a number"}
		}
	case 9: // a brace breaks
		at := t.lineStart(text)
		if i := strings.IndexAny(text[at:], "{}()"); i >= 0 {
			return Edit{at + i, at + i + 1, "", "break a brace"}
		}
	case 10: // lines trade places
		start, end := t.lines(text)
		lines := strings.SplitAfter(text[start:end], "\n")
		t.Rand.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		return Edit{start, end, strings.Join(lines, ""), "shuffle lines"}
	}
	return t.goBack(text)
}

// goBack undoes several of the last edits at once.
func (t *Typist) goBack(text string) Edit {
	if len(t.undo) == 0 {
		return Edit{0, 0, "\n", "insert a line"}
	}
	n := max(0, len(t.undo)-1-t.Rand.Intn(8))
	back := t.undo[n]
	t.undo = t.undo[:n]
	return difference(text, back)
}

// difference returns the smallest single edit that turns one text into another.
func difference(from, to string) Edit {
	start := 0
	for start < min(len(from), len(to)) && from[start] == to[start] {
		start++
	}
	end := 0
	for end < min(len(from), len(to))-start && from[len(from)-1-end] == to[len(to)-1-end] {
		end++
	}
	return Edit{start, len(from) - end, to[start : len(to)-end], "undo"}
}

// typed types the next character.
func (t *Typist) typed(kind string) Edit {
	_, size := utf8.DecodeRuneInString(t.rest)
	e := Edit{t.at, t.at, t.rest[:size], kind}
	t.rest = t.rest[size:]
	t.at += size
	return e
}

func atRune(text string, i int) bool { return i <= 0 || i >= len(text) || utf8.RuneStart(text[i]) }

func (t *Typist) statement() string { return statements[t.Rand.Intn(len(statements))] }

func (t *Typist) lineStart(text string) int {
	i := t.Rand.Intn(len(text) + 1)
	return strings.LastIndexByte(text[:i], '\n') + 1
}

// lines returns the range of some random lines.
func (t *Typist) lines(text string) (start, end int) {
	start = t.lineStart(text)
	end = start
	for n := 1 + t.Rand.Intn(6); n > 0 && end < len(text); n-- {
		i := strings.IndexByte(text[end:], '\n')
		if i < 0 {
			return start, len(text)
		}
		end += i + 1
	}
	return start, end
}
